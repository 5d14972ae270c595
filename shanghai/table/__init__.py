"""A table: one game among any number of places, each the keyboard, elsewhere or a computer.

`Host` is the game itself: state, events, chance, computer players. `Table` is around it and
knows what each seat is asked: `table.question(seat)` gives a `Question` with an id of its own.

Who plays sends an `Order` with `table.send(order)`, from any thread: a seat, a move of the game or
an answer (`LetGo`, `Agree`, `Ready`, ...), and the id of the question that it answers. The `Reply`
comes by a future: accepted, refused with the reason, or stale.

One thread drives a table. It calls `table.step()` as long as that is true, and then
`table.wait()`, or waits by itself until `table.inbox.on_arrival` or `table.wakes_in`.
`table.listeners` are called after every change: draw then what `table.view(seat)`,
`table.public()` and `table.log` give, and nothing else.

The observers of the host come first, and the first of them is the writer of the journal: what any
place is shown is on the disk. A driver without a keyboard has all people `elsewhere`:
`table.move_to(seat, Place.ELSEWHERE)`, which may be said at any moment.
"""
