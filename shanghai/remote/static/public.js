/* The table on a television: every hand is hidden, and nothing can be done. */
const style = document.createElement("link");
style.rel = "stylesheet";
style.href = "/static/public.css";
document.head.append(style);

export function draw(page, view, lost, tools) {
	const { el, p, t, fill, signed, inkOfSeat, slip, slips, word, nice, isOver, stockPile, bigCard, scoreTable } = tools;
	document.title = `Shanghai · ${t("round", view)}`;
	page.className = "public";
	fill(page, [view, lost], () => {
		const melds = view.table.map((meld, index) => [meld, index]);
		const trays = view.seats.map((seat, index) => el("div", { class: `tray${view.turn === seat.name ? " on" : ""}` },
			p(el("b", { class: inkOfSeat(index) }, signed(index)),
				el("span", {}, `${view.calls.includes(seat.name) ? `${word()}!  ` : ""}${seat.cards === 1 ? t("one_card") : t("cards", { count: seat.cards })} · ${t("points", { points: seat.score })}`)),
			el("div", { class: "wrap" }, ...melds.filter(([meld]) => meld.owner === seat.name).map(([meld, at]) =>
				el("div", { class: "meld" }, el("small", {}, at + 1), ...slips(meld)))),
			isOver() && seat.hand && el("div", { class: "wrap soft" }, ...seat.hand.map((label) => slip(label)))));
		const line = view.phase === "game over" ? t("game_over", { names: view.winners.join(", ") })
			: view.phase === "round over" ? t("round_over", view)
				: view.calls.length ? t("calling", { names: view.calls.join(", ") })
					: view.thinking.length ? t("asks_others", { names: view.thinking.join(", ") })
						: view.turn ? t("on_turn", { name: view.turn }) : t("waiting");
		return [
			el("header", { class: "head" }, el("b", {}, "Shanghai"), el("span", lost ? { class: "lost" } : {}, lost ? t("lost") : `${t("round", view)} · ${view.contract || ""}`)),
			el("div", { class: "room" }, el("section", {}, ...trays),
				el("aside", {}, el("div", { class: "scene" }, stockPile(), bigCard(view.top)), el("p", { class: "calls" }, line),
					scoreTable(), ...(view.standing || []).map((one) => p(one)), el("h3", {}, t("log")), el("div", { class: "log" }, ...(view.log || []).slice(-6).map((one) => p(nice(one)))))),
		];
	});
}
