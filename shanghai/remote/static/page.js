"use strict";
/* The pages of a table: who are you, a seat, the table on a television.
	 They know no rule: they show the view that the table gives, and send sentences. */
(() => {
	const SIGNS = "▲■▼◊♪☼□▬";
	const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
	const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
	const FLAT = "\uFE0E";
	const [, key, last] = location.pathname.split("/");
	const kind = last === "public" ? "public" : key.length === 6 ? "join" : "seat";
	const here = kind === "public" ? `/${key}/public` : `/${key}`;
	const ROOT = document.documentElement;
	const $ = (id) => document.getElementById(id);

	let T = {}; // the texts of the language
	let language = "en";
	let view = null;
	let order = []; // the hand, as its holder has arranged it
	let fresh = []; // the cards that have just come
	let picked = -1;
	let mode = ""; // "": usual; "shanghai": a meld is chosen
	let busy = "";
	let lost = false;
	let callQuestion = ""; // the latest question about a call: a call for its card is never stale
	let openSheet = null; // draws what lies over the page
	let parts = [[]]; // the melds that are put together by hand, as places in the hand
	let announced = [];

	/* What is remembered on this device, where it lets us. */
	const memory = {};
	const keep = (name, value) => {
		memory[name] = value;
		try { localStorage.setItem(name, JSON.stringify(value)); } catch (error) { /* kept in memory */ }
	};
	const recall = (name) => {
		try {
			const value = localStorage.getItem(name);
			if (value !== null) return JSON.parse(value);
		} catch (error) { /* kept in memory */ }
		return memory[name];
	};

	/* Texts and elements. Names of people only ever become text. */
	const t = (name, values = {}) =>
		(T[name] || name).replace(/\{(\w+)\}/g, (whole, place) => (place in values ? values[place] : whole));

	function el(tag, props, ...inner) {
		const made = document.createElement(tag);
		for (const [name, value] of Object.entries(props || {})) {
			if (name === "k") made.dataset.k = value;
			else if (name === "tap") made.addEventListener("click", value);
			else if (value !== undefined) made.setAttribute(["label", "pressed", "hidden", "disabled"].includes(name) ? `aria-${name}` : name, value);
		}
		made.append(...inner.filter((one) => one || one === 0));
		return made;
	}

	const p = (...inner) => el("p", {}, ...inner);
	const button = (props, ...inner) => el("button", props, ...inner);

	/* Fills an element anew where what it shows has changed; the focus stays where it was. */
	function fill(place, shown, make) {
		const sign = JSON.stringify([shown, language]);
		if (place.shown === sign) return;
		place.shown = sign;
		const focused = document.activeElement;
		const name = place.contains(focused) && focused.dataset.k;
		const left = place.scrollLeft;
		place.textContent = "";
		place.append(...make().filter(Boolean));
		place.scrollLeft = left;
		const again = name && [...place.querySelectorAll("[data-k]")].find((one) => one.dataset.k === name);
		if (again) again.focus();
	}

	/* Cards. */
	const parse = (label) =>
		label === "JK" ? { rank: "JK", suit: "" } : { rank: label.slice(0, -1), suit: label.slice(-1) };
	const rankText = (rank) => {
		const court = "JQK".indexOf(rank);
		return rank !== "" && court >= 0 ? T.courts[court] : rank;
	};
	function cardText(label) {
		const { rank, suit } = parse(label);
		return suit ? rankText(rank) + SUITS[suit] + FLAT : t("joker");
	}
	function cardName(label) {
		const { rank, suit } = parse(label);
		return suit ? t("card", { rank: T.ranks[RANKS.indexOf(rank)], suit: T.suits["SHDC".indexOf(suit)] }) : t("joker");
	}
	const inkOf = (label) => (parse(label).suit || "j").toLowerCase();
	function faceOf(label) {
		const { rank, suit } = parse(label);
		return [
			el("b", { hidden: true, class: rank === "10" ? "ten" : undefined }, suit ? rankText(rank) : "JOKER"),
			el("i", { hidden: true }, suit ? SUITS[suit] + FLAT : "★"),
		];
	}
	function slip(label, stands) {
		const { rank, suit } = parse(label);
		return el("span", { class: `slip ${inkOf(label)}`, role: "img", label: cardName(label) },
			suit ? rankText(rank) : "★", el("i", {}, suit ? SUITS[suit] + FLAT : stands ? `=${rankText(stands)}` : "JK"));
	}
	/* What the jokers of a meld stand for, where no rank is wild. */
	function slips(meld) {
		const plain = meld.cards.findIndex((label) => label !== "JK");
		const rank = plain < 0 || view.wild ? "" : parse(meld.cards[plain]).rank;
		const first = RANKS.indexOf(rank) - plain;
		return meld.cards.map((label, index) =>
			slip(label, label !== "JK" || !rank ? "" : meld.kind === "run" ? RANKS[(first + index + 13) % 13] : rank));
	}
	const nice = (text) => text.replace(/\b(10|[2-9AJQK])([SHDC])\b/g, (whole) => cardText(whole));

	/* Seats. */
	const seatOf = (name) => view.seats.findIndex((seat) => seat.name === name);
	const signed = (index) => `${SIGNS[index % 8]}${FLAT} ${view.seats[index].name}${view.seats[index].side || ""}`;
	const inkOfSeat = (index) => `s${(index % 8) + 1}`;
	const own = () => view.seats[view.seat - 1];
	const mine = () => view.moves.map((move) => move.slice(view.viewer.length + 1));
	const may = (start) => mine().filter((move) => move === start || move.startsWith(`${start} `));
	const isAsked = (kind) => view.asked === kind;
	const word = () => view.call_aloud;

	/* The network. */
	function ask(path, options = {}) {
		const headers = { Accept: "application/json", "Accept-Language": language, ...(options.headers || {}) };
		return fetch(path, { cache: "no-store", credentials: "same-origin", ...options, headers });
	}

	async function send(sentence, question) {
		if (busy === sentence) return;
		busy = sentence;
		hush();
		draw();
		const isCall = sentence.startsWith("calls ");
		const id = question || view.question || (isCall && callQuestion) || "*";
		try {
			const answer = await ask(`${here}/moves`, {
				method: "POST", body: sentence, headers: { "If-Match": id, "Content-Type": "text/plain; charset=utf-8" },
			});
			const body = await answer.json();
			if (answer.status === 404) gone();
			else if (answer.ok || body.code === "stale") {
				mode = "";
				take(body);
				if (!answer.ok) say(body.reason);
			} else say(body.reason);
		} catch (error) {
			say(t("not_sent"));
			setLost(true);
			if (stream) stream.abort();
		}
		busy = "";
		draw();
	}

	const pause = (seconds) => new Promise((done) => { setTimeout(done, seconds * 1000); });
	let wake = () => {};
	let stream = null;

	async function follow() {
		for (let failures = 0; ; ) {
			try {
				await listen(() => { failures = 0; });
			} catch (error) {
				if (error === gone) return;
			}
			setLost(++failures > 1);
			await Promise.race([pause(Math.min(5, failures / 2)), new Promise((done) => { wake = done; })]);
		}
	}

	/* Reads server-sent events; the browser's own reader cannot name the language. */
	async function listen(heard) {
		const control = stream = new AbortController();
		let beat = setTimeout(() => control.abort(), 12000);
		try {
			const headers = view ? { "Last-Event-ID": String(view.version) } : {};
			const first = await ask(here, { signal: control.signal });
			if (first.status === 404) { gone(); throw gone; }
			if (!first.ok) throw first;
			take(await first.json(), true);
			headers["Last-Event-ID"] = String(view.version);
			heard();
			setLost(false);
			const answer = await ask(`${here}/changes`, { signal: control.signal, headers });
			if (answer.status === 404) { gone(); throw gone; }
			if (!answer.ok || !answer.body || !answer.body.getReader) return;
			const reader = answer.body.getReader();
			const decoder = new TextDecoder();
			for (let text = ""; ; ) {
				const { done, value } = await reader.read();
				if (done) return;
				clearTimeout(beat);
				beat = setTimeout(() => control.abort(), 12000);
				text += decoder.decode(value, { stream: true });
				const events = text.split("\n\n");
				text = events.pop();
				for (const event of events) {
					const data = event.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5));
					if (data.length) take(JSON.parse(data.join("\n")));
				}
			}
		} finally {
			clearTimeout(beat);
			control.abort();
		}
	}

	function setLost(is) {
		if (lost === is) return;
		lost = is;
		draw();
	}

	document.addEventListener("visibilitychange", () => {
		if (document.hidden || !stream) return;
		stream.abort();
		wake();
	});
	addEventListener("online", () => wake());

	/* A new view. */
	function take(next, isWhole = false) {
		if (!next.seats || (view && !isWhole && next.version < view.version)) return;
		const before = view;
		view = next;
		if (kind === "seat") {
			arrange(before);
			if (isAsked("call")) callQuestion = view.question;
			if (before && view.question !== before.question) {
				if (view.asked !== before.asked && ["turn", "call", "undo"].includes(view.asked)) buzz();
				hush();
			}
			if (mode === "shanghai" && !view.shanghai) mode = "";
		}
		tell(before);
		draw();
	}

	let touched = false; // a phone vibrates only once it was touched
	document.addEventListener("pointerdown", () => { touched = true; });
	function buzz() {
		if (touched && navigator.vibrate) navigator.vibrate(60);
	}

	/* What is new comes at the end. */
	function arrange(before) {
		const hand = own().hand || [];
		const isDealt = !before || before.round !== view.round || !order.length;
		const saved = before ? { round: before.round, order } : recall(`hand:${key}`);
		const known = saved && saved.round === view.round && saved.order.length ? saved.order : null;
		const chosen = picked >= 0 ? order[picked] : "";
		const left = [...hand];
		const stays = (known || []).filter((label) => {
			const index = left.indexOf(label);
			if (index >= 0) left.splice(index, 1);
			return index >= 0;
		});
		if (known && stays.length) {
			if (left.length) fresh = [...left];
			else if (stays.length < known.length) fresh = [];
			order = [...stays, ...sorted(left, "rank")];
		} else {
			fresh = [];
			order = sorted(hand, "contract");
		}
		const still = chosen && order[picked] === chosen ? picked : order.indexOf(chosen);
		picked = isDealt || stays.length < (known || []).length ? -1 : still;
		if (order.join() !== (saved ? saved.order.join() : "")) parts = [[]];
		keep(`hand:${key}`, { round: view.round, order });
	}

	function sorted(hand, by) {
		if (by === "contract" && view.groups) return [].concat(...view.groups);
		const rank = (label) => (label === "JK" ? 20 : label[0] === "A" ? 13 : RANKS.indexOf(parse(label).rank));
		const suit = (label) => (label === "JK" ? -1 : "SHCD".indexOf(label.slice(-1)));
		return [...hand].sort((a, b) =>
			by === "suit" ? suit(a) - suit(b) || rank(b) - rank(a) : rank(b) - rank(a) || suit(a) - suit(b));
	}

	function move(from, to) {
		const [label] = order.splice(from, 1);
		order.splice(to, 0, label);
		picked = -1;
		keep(`hand:${key}`, { round: view.round, order });
		draw();
	}

	/* Read out, once. */
	function tell(before) {
		const log = view.log || [];
		const known = before ? announced : log;
		let from = 0;
		for (let size = Math.min(known.length, log.length); size > 0; size--) {
			if (known.slice(-size).join("\n") === log.slice(0, size).join("\n")) { from = size; break; }
		}
		announced = log;
		const lines = [...log.slice(from).map(nice)];
		if (kind === "seat" && (!before || before.question !== view.question)) lines.push(headline());
		if (lines.length) $("live").textContent = lines.join(" ");
	}

	let hushing = 0;
	function say(text) {
		clearTimeout(hushing);
		$("toast").textContent = nice(text || t("not_sent"));
		$("toast").hidden = false;
		hushing = setTimeout(hush, 7000);
	}
	function hush() {
		$("toast").hidden = true;
	}
	$("toast").addEventListener("click", hush);

	function gone() {
		$("sheet").hidden = true;
		const table = recall("table");
		const page = $("page");
		page.shown = "";
		page.textContent = "";
		view = null;
		page.append(el("div", { class: "gone" }, p(t("gone")),
			table && el("a", { class: "act", href: `/${table}` }, t("who"))));
	}

	/* Drawing. */
	function draw() {
		ROOT.lang = language;
		const dark = recall("look") || (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
		ROOT.setAttribute("data-theme", dark);
		ROOT.setAttribute("data-size", recall("size") || "");
		if (kind === "join") drawJoin();
		else if (view && kind === "public") drawPublic($("page"), view, lost, tools);
		else if (view) drawSeat();
		if (openSheet && (view || kind === "join")) drawSheet();
	}

	const zones = {};
	function drawSeat() {
		const page = $("page");
		if (!zones.head) {
			page.textContent = "";
			for (const [name, tag] of [["head", "header"], ["seats", "nav"], ["line", "div"], ["melds", "div"], ["hand", "div"], ["scene", "div"], ["bar", "div"]]) {
				zones[name] = el(tag, { class: name });
			}
			zones.hand.setAttribute("role", "group");
			page.append(el("div", { class: "seat" }, zones.head, zones.seats,
				el("div", { class: "side" }, zones.scene, zones.bar), zones.line, zones.melds, zones.hand));
			zones.hand.addEventListener("pointerdown", dragBegins);
		}
		zones.hand.setAttribute("aria-label", t("hand"));
		zones.melds.setAttribute("aria-label", t("melds"));
		document.title = `${view.viewer} · Shanghai`;
		const me = view.seat - 1;
		page.firstChild.dataset.question = view.question || "";
		fill(zones.head, [view.viewer, view.round, view.contract, lost], () => [
			el("b", { class: inkOfSeat(me) }, signed(me)),
			lost ? el("span", { class: "lost" }, t("lost")) : el("span", {}, `${t("round", view)} · ${view.contract || ""}`),
			button({ k: "menu", label: t("menu"), tap: () => show(menuSheet) }, "⋯"),
		]);
		fill(zones.seats, [view.seats.map((seat) => [seat.name, seat.cards, seat.down, seat.score]), view.turn, view.thinking, view.calls], drawSeats);
		const actions = buttons();
		fill(zones.scene, [view.question, view.asked, view.top, view.stock, headline(), subline(), view.undo, view.thinking, view.grace, mode], drawScene);
		fill(zones.line, [view.contract, own().down, view.needs, view.asked, view.phase, mode, picked >= 0], drawLine);
		const shown = zones.melds.shown;
		fill(zones.melds, [view.table, lit(), mode], drawMelds);
		const first = zones.melds.shown !== shown && !mode && zones.melds.querySelector(".lit");
		if (first) zones.melds.scrollLeft = Math.max(0, first.offsetLeft - zones.melds.offsetLeft - 12);
		drawHand();
		zones.bar.className = `bar${isAsked("call") && !mode ? " call" : ""}${actions.length > 2 ? " three" : ""}`;
		fill(zones.bar, actions.map(({ label, off, main, calm }) => [label, off, main, calm, busy]), () =>
			actions.map((one) => button({
				class: `act${one.main ? " main" : ""}${one.calm ? " calm" : ""}${one.off ? " off" : ""}${busy && busy === one.says ? " busy" : ""}`,
				k: one.k, disabled: one.off ? "true" : undefined, tap: one.tap,
			}, one.label)));
	}

	const isOver = () => ["round over", "game over"].includes(view.phase);

	function drawSeats() {
		const thinking = new Set(view.thinking);
		return view.seats.map((seat, index) => {
			const cards = seat.cards === 1 ? t("one_card") : t("cards", { count: seat.cards });
			const state = view.calls.includes(seat.name) ? `${word()}!` : thinking.has(seat.name) ? t("thinks")
				: seat.down ? t("down", { count: seat.cards }) : cards;
			return button({
				class: `${inkOfSeat(index)}${view.turn === seat.name ? " on" : ""}`, k: `seat${index}`,
				label: `${seat.name}, ${cards}${seat.down ? `, ${t("is_down")}` : ""}${view.turn === seat.name ? `, ${t("on_turn", seat)}` : ""}`,
				tap: () => show(scoreSheet),
			}, signed(index), el("small", {}, index === view.seat - 1 && view.turn !== seat.name && !view.calls.includes(seat.name) ? `${t("you")}, ${seat.score}` : state));
		});
	}

	/* What the moment is about. */
	function headline() {
		if (view.phase === "game over") return t("game_over", { names: view.winners.join(", ") });
		if (view.phase === "round over") return t("round_over", view);
		if (isAsked("pin")) return t("pin_at_laptop");
		if (isAsked("cut")) return t("cut_cards");
		if (isAsked("undo")) return t("undo_asked");
		if (mode === "shanghai") return t("which_meld", { card: view.top ? cardText(view.top) : "" });
		if (isAsked("call")) return `${word()}?`;
		if (isAsked("turn")) {
			if (view.phase === "draw") return t("your_turn");
			if (may("melds").length && !own().down) return t("contract_ready");
			return t("pick_toss");
		}
		if (view.calls.includes(view.viewer)) return t("called", { word: word() });
		if (view.thinking.length && view.turn) return t("asks_others", { names: view.thinking.join(", ") });
		return view.turn ? t("on_turn", { name: view.turn }) : t("waiting");
	}
	function subline() {
		if (isAsked("undo")) return (view.undo || []).map(nice).join(" ");
		if (isAsked("cut") || mode === "shanghai") return "";
		if (view.hint) return nice(view.hint);
		if (isAsked("call")) return view.offer.map(nice).join(" ");
		return (view.log || []).slice(-2).map(nice).join(" ");
	}

	function bigCard(label) {
		return label ? el("div", { class: `card ${inkOf(label)}`, role: "img", label: cardName(label) }, ...faceOf(label))
			: el("div", { class: "card void", role: "img", label: t("no_discard") });
	}
	function stockPile() {
		return el("div", { class: view.stock ? "back" : "back void", role: "img", label: t("stock", { count: view.stock }) },
			el("span", { hidden: true }, view.stock));
	}

	function drawScene() {
		const asks = ["call", "undo", "cut"].includes(view.asked) || mode === "shanghai";
		zones.scene.className = `scene${asks ? " asks" : ""}`;
		const bar = view.grace > 0 && view.thinking.length && view.phase === "draw" ? el("div", { class: "grace", hidden: true }, el("i")) : null;
		if (bar) bar.firstChild.style.animationDuration = `${view.grace}s`;
		const cut = isAsked("cut") ? el("input", { id: "cut", type: "number", min: 1, max: 99, inputmode: "numeric", label: t("cut_where") }) : null;
		const piles = isAsked("cut") ? [stockPile()] : isAsked("undo") || isOver() ? [] : asks ? [bigCard(view.top)] : [stockPile(), bigCard(view.top)];
		return [...piles, el("div", { class: "words" }, el("strong", {}, headline()), el("p", { tap: () => say(subline()) }, subline()), cut, bar)];
	}

	function drawLine() {
		const small = (k, label, name, tap) => button({ k, label: name, tap }, label);
		return [
			el("div", {}, needsRow(), el("p", {}, needsText())),
			!isOver() && picked >= 0 && small("left", "◀\uFE0E", t("to_left"), () => nudge(-1)),
			!isOver() && picked >= 0 && small("right", "▶\uFE0E", t("to_right"), () => nudge(1)),
			!isOver() && button({ k: "sort", tap: () => show(sortSheet) }, t("sort")),
			button({ k: "table", tap: () => show(tableSheet) }, t("table")),
		];
	}
	/* What the hand has of each meld of the contract. */
	function needsRow() {
		const melds = view.needs && !own().down ? view.needs.melds : [];
		if (!melds.length) return p(own().down ? t("is_down") : view.contract || "");
		return el("div", { class: "needs" }, ...melds.map(({ kind, cards }) => {
			const isReady = !cards.includes("");
			const plain = cards.find((label) => label && label !== "JK");
			const ranks = cards.map((label) => (!label ? "–" : label === "JK" ? "★" : rankText(parse(label).rank)));
			if (kind === "run" && plain) ranks.push(SUITS[parse(plain).suit] + FLAT);
			return el("span", isReady ? { class: "ready" } : {}, ranks.join(" ") + (isReady ? " ✓" : ""));
		}));
	}
	/* Which cards help: ranks of any suit, then single cards. */
	function needsText() {
		if (!view.needs || own().down) return "";
		if (!view.needs.short) return t("ready");
		const ofRank = (rank) => view.needs.helps.filter((label) => parse(label).rank === rank);
		const whole = RANKS.filter((rank) => ofRank(rank).length === 4);
		if (whole.length > 6) return t("most_help");
		const single = RANKS.filter((rank) => ofRank(rank).length % 4).map((rank) => ofRank(rank).map(cardText).join(" "));
		const cards = [...whole.map(rankText), ...single, ...(view.needs.helps.includes("JK") ? ["★"] : [])];
		return cards.length ? t("helps", { cards: cards.join(" ") }) : "";
	}
	function nudge(step) {
		const to = picked + step;
		if (to < 0 || to >= order.length) return;
		move(picked, to);
		picked = to;
		draw();
	}

	/* The melds that take the picked card, with their sentences. */
	function targets() {
		const found = {};
		if (picked < 0 || view.asked !== "turn") return found;
		const label = order[picked];
		for (const move of mine()) {
			const match = move.match(/^lays (\S+) on (\d+)/) || move.match(/^swaps (\S+) for joker in (\d+)/);
			if (match && match[1] === label) (found[match[2]] = found[match[2]] || []).push(move);
		}
		return found;
	}
	const lit = () => (mode === "shanghai" ? view.table.map((_, index) => String(index + 1)) : Object.keys(targets()));

	function meldButton(meld, index) {
		const number = String(index + 1);
		const isLit = lit().includes(number);
		const owner = seatOf(meld.owner);
		const names = meld.cards.map(cardName).join(", ");
		return button({
			class: `meld${isLit ? " lit" : ""}`, k: `meld${number}`,
			label: `${t("meld", { number, name: meld.owner })}: ${names}${isLit ? `. ${t("fits")}` : ""}`,
			tap: () => tapMeld(index),
		}, el("small", { class: inkOfSeat(owner) }, `${number}${SIGNS[owner % 8]}${FLAT}`), ...slips(meld));
	}
	function drawMelds() {
		if (!view.table.length) return [p(t("no_melds"))];
		return view.table.map(meldButton);
	}

	function tapMeld(index) {
		const number = String(index + 1);
		if (mode === "shanghai") {
			const call = `calls shanghai on ${number}`;
			if (view.table[index].kind !== "run") return done(() => send(call));
			return show(endSheet([`${call} low`, `${call} high`]));
		}
		const moves = targets()[number];
		if (moves && moves.length === 1) return done(() => send(moves[0]));
		if (moves) return show(endSheet(moves));
		if (picked >= 0 && isAsked("turn")) return send(`lays ${order[picked]} on ${number}`);
		if (openSheet !== tableSheet) show(tableSheet);
	}

	function drawHand() {
		const hand = zones.hand;
		if (isOver()) {
			hand.className = "hand opened";
			fill(hand, [view.seats, view.results], openHands);
			return;
		}
		const count = order.length;
		const two = count > 20;
		hand.className = `hand${count > 12 ? " many" : ""}${count > 13 && !two ? " tight" : ""}${two ? " two" : ""}`;
		hand.style.setProperty("--count", String(Math.max(2, two ? Math.ceil(count / 2) : count)));
		fill(hand, [order, fresh, picked, mode], () => {
			const cards = order.map((label, index) => {
				const isNew = fresh.includes(label) && order.lastIndexOf(label) === index;
				return button({
					class: `card ${inkOf(label)}${index === picked ? " picked" : ""}${isNew ? " new" : ""}`,
					k: `card${index}`, "data-card": index, pressed: index === picked,
					label: cardName(label) + (isNew ? `, ${t("new")}` : ""), tap: () => tapCard(index),
				}, ...faceOf(label));
			});
			if (!two) return [el("div", { class: "row" }, ...cards)];
			const half = Math.ceil(count / 2);
			return [el("div", { class: "row" }, ...cards.slice(0, half)), el("div", { class: "row" }, ...cards.slice(half))];
		});
		hand.classList.toggle("scrolls", hand.scrollHeight > hand.clientHeight + 4);
	}

	function openHands() {
		const result = view.results[view.results.length - 1];
		return view.seats.map((seat, index) => el("div", { class: "open" },
			el("p", { class: inkOfSeat(index) }, `${signed(index)}: ${t("gains", { points: result ? result.points[index] : 0, total: seat.score })}`),
			el("div", { class: "row" }, ...(seat.hand || []).map((label) => slip(label)))));
	}

	function tapCard(index) {
		hush();
		if (dragged) { dragged = false; return; }
		picked = picked === index ? -1 : index;
		fresh = [];
		draw();
	}

	/* Dragging a card to another place of the hand. */
	let dragged = false;
	function dragBegins(event) {
		const card = event.target.closest("[data-card]");
		dragged = false;
		if (!card || event.button > 0) return;
		const from = Number(card.dataset.card);
		// A long press asks what a strong player would do.
		const hint = setTimeout(() => {
			dragged = true;
			over();
			send("hints");
		}, 700);
		const over = () => {
			clearTimeout(hint);
			removeEventListener("pointermove", moves);
			removeEventListener("pointerup", ends);
			removeEventListener("pointercancel", ends);
		};
		const moves = (next) => {
			const x = next.clientX - event.clientX;
			const y = next.clientY - event.clientY;
			if (!dragged && Math.hypot(x, y) < 10) return;
			clearTimeout(hint);
			dragged = true;
			card.classList.add("moving");
			card.style.transform = `translate(${x}px, ${y}px)`;
		};
		const ends = (next) => {
			over();
			if (!dragged) return;
			const under = next.type === "pointerup" && document.elementFromPoint(next.clientX, next.clientY);
			const place = under && under.closest("[data-card]");
			card.classList.remove("moving");
			card.style.transform = "";
			setTimeout(() => { dragged = false; }, 0);
			const meld = under && under.closest(".melds .meld");
			if (place) move(from, Number(place.dataset.card));
			else if (meld || (under && under.closest(".scene .card"))) {
				picked = from;
				if (meld) tapMeld(Number(meld.dataset.k.slice(4)) - 1);
				else send(`discards ${order[from]}`);
			} else if (under && under.closest(".hand")) move(from, order.length - 1);
		};
		addEventListener("pointermove", moves);
		addEventListener("pointerup", ends);
		addEventListener("pointercancel", ends);
	}

	/* The buttons of the moment. One that is off gives the reason when tapped. */
	function buttons() {
		const says = (k, label, sentence, more = {}) => ({ k, label, says: sentence, tap: () => send(sentence), ...more });
		const shanghai = { k: "shanghai", label: "SHANGHAI!", calm: true };
		if (mode === "shanghai") return [{ k: "back", label: t("back"), calm: true, tap: () => { mode = ""; draw(); } }];
		if (view.phase === "game over") return [{ k: "score", label: t("scores"), main: true, tap: () => show(scoreSheet) }];
		if (isAsked("ready")) return [says("ready", t("next"), "ready", { main: true })];
		if (isAsked("cut")) {
			return [{ k: "cut", label: t("cut"), main: true, tap: () => { const at = $("cut").value; send(at ? `cuts ${Number(at)}` : "cuts"); } }];
		}
		if (isAsked("undo")) return [says("declines", t("decline"), "declines", { calm: true }), says("agrees", t("agree"), "agrees", { main: true })];
		const choose = () => { mode = "shanghai"; draw(); };
		if (isAsked("call")) {
			const asks = [says("no", t("let_go"), "lets it go", { calm: true })];
			if (may("calls").some((move) => !move.startsWith("calls shanghai"))) asks.push(says("call", `${word()}!`, `calls ${view.call}`, { main: true }));
			if (view.shanghai) asks.push({ ...shanghai, tap: choose, main: asks.length < 2 });
			return asks;
		}
		if (isAsked("turn") && view.phase === "draw") {
			const made = [says("draw", t("draw"), "draws", { main: true })];
			if (view.top) made.push(says("take", t("take", { card: cardText(view.top) }), "takes", { off: !may("takes").length }));
			if (view.shanghai) made.push({ ...shanghai, tap: choose });
			return made;
		}
		if (isAsked("turn")) return turnButtons(says);
		if (view.calls.includes(view.viewer)) {
			return [says("back", t("take_back"), "takes the call back", { calm: true }), ...(view.shanghai ? [{ ...shanghai, tap: choose }] : [])];
		}
		const waits = () => say(t(isOver() ? "waits_ready" : "no_shanghai"));
		if (isOver()) return [{ k: "wait", label: t("waits_ready"), off: true, tap: waits }];
		return [{ ...shanghai, off: !view.shanghai, tap: view.shanghai ? choose : waits }, { k: "sorts", label: t("sort"), calm: true, tap: () => show(sortSheet) }];
	}

	function turnButtons(says) {
		const card = picked >= 0 ? order[picked] : "";
		const fits = targets();
		const numbers = Object.keys(fits);
		const downs = may("melds");
		const made = [];
		if (numbers.length === 1) {
			const meld = view.table[numbers[0] - 1];
			made.push({ k: "lay", label: fits[numbers[0]][0].startsWith("swaps") ? t("win_joker") : t("lay_on", { number: numbers[0], name: meld.owner }), says: fits[numbers[0]][0], tap: () => tapMeld(numbers[0] - 1) });
		} else if (numbers.length) {
			made.push({ k: "lay", label: t("lay_off"), tap: () => show(tableSheet) });
		} else if (downs.length || !own().down) {
			made.push({ k: "down", label: t("go_down"), off: !downs.length, says: downs[0],
				tap: () => (downs.length ? send(downs[0]) : show(buildSheet)) });
		} else {
			made.push({ k: "lay", label: t("lay_off"), off: true,
				tap: () => (card && view.table.length ? send(`lays ${card} on 1`) : say(t(card ? "no_melds" : "pick_first"))) });
		}
		if (may("ends").length) made.push(says("end", t("end_turn"), "ends", { main: true }));
		else {
			made.push({ k: "toss", label: card ? t("toss", { card: cardText(card) }) : t("toss_which"), off: !card, main: true, says: `discards ${card}`,
				tap: () => (card ? send(`discards ${card}`) : say(t("pick_first"))) });
		}
		if (mine().some((move) => move.startsWith("discards ") && move.endsWith(" shanghai"))) {
			made.push({ k: "shanghai", label: "SHANGHAI!", calm: true, off: !card, says: `discards ${card} shanghai`,
				tap: () => (card ? send(`discards ${card} shanghai`) : say(t("pick_first"))) });
		}
		return made;
	}

	/* What lies over the page. */
	let opener = null;
	function show(make) {
		if (!openSheet) opener = document.activeElement;
		openSheet = make;
		$("sheet").textContent = "";
		$("sheet").scrollTop = 0;
		drawSheet();
		const close = $("sheet").querySelector("[data-k=close]");
		if (close) close.focus({ preventScroll: true });
	}
	function close() {
		openSheet = null;
		$("sheet").hidden = true;
		if (opener && opener.focus && document.contains(opener)) opener.focus({ preventScroll: true });
	}
	function done(then) {
		close();
		then();
	}
	document.addEventListener("keydown", (event) => { if (event.key === "Escape" && openSheet) close(); });

	function drawSheet() {
		const sheet = $("sheet");
		const [title, ...inner] = openSheet();
		const focused = sheet.contains(document.activeElement) && document.activeElement.dataset.k;
		sheet.hidden = false;
		sheet.setAttribute("aria-label", title);
		const made = el("div", {}, el("header", {}, el("h2", {}, title),
			button({ class: "pill", k: "close", tap: close }, t("close"))), ...inner);
		// A button that stays is not replaced while a finger is on it.
		if (sheet.firstChild && made.isEqualNode(sheet.firstChild)) return;
		sheet.textContent = "";
		sheet.append(made);
		const again = focused && [...sheet.querySelectorAll("[data-k]")].find((one) => one.dataset.k === focused);
		if (again) again.focus();
	}

	const choice = (k, label, tap, now, off) =>
		button({ class: `choice${now ? " now" : ""}${off ? " off" : ""}`, k, pressed: now, disabled: off ? "true" : undefined, tap }, label);

	function menuSheet() {
		const isTurn = isAsked("turn");
		return [t("menu"),
			may("melds").length > 1 && choice("downs", t("go_down"), () => show(downSheet)),
			isTurn && view.phase === "play" && choice("build", t("build"), () => show(buildSheet)),
			isTurn && view.phase === "draw" && may("passes").length > 0 && choice("pass", t("pass"), () => done(() => send("passes"))),
			choice("hint", t("hint"), () => done(() => send("hints")), false, !view.hints),
			choice("undo", t("undo"), () => done(() => send("undoes"))),
			choice("scores", t("scores"), () => show(scoreSheet)),
			choice("log", t("log"), () => show(logSheet)),
			choice("rules", t("rules"), showRules),
			el("h3", {}, t("page")), languages(),
			choice("look", t("look"), () => { keep("look", ROOT.getAttribute("data-theme") === "dark" ? "light" : "dark"); draw(); }),
			choice("size", t("large"), () => { keep("size", recall("size") ? "" : "large"); draw(); }, recall("size") === "large"),
			choice("leave", t("leave"), () => show(leaveSheet))];
	}
	function leaveSheet() {
		return [t("leave"), p(t("leave_how")), choice("yes", t("leave"), async () => {
			await ask(here, { method: "DELETE" }).catch(() => null);
			close();
			gone();
		})];
	}
	function sortSheet() {
		const by = (how) => () => { order = sorted(order, how); picked = -1; fresh = []; keep(`hand:${key}`, { round: view.round, order }); close(); draw(); };
		return [t("sort"), choice("contract", t("by_contract"), by("contract")), choice("rank", t("by_rank"), by("rank")), choice("suit", t("by_suit"), by("suit")),
			p(t("by_hand"))];
	}
	function logSheet() {
		return [t("log"), el("ol", {}, ...(view.log || []).map((line) => el("li", {}, nice(line))))];
	}
	let rules = [];
	async function showRules() {
		show(rulesSheet);
		try {
			rules = await (await ask(`${here}/rules`)).json();
			draw();
		} catch (error) { /* what the view has is there */ }
	}
	function rulesSheet() {
		return [t("rules"), p(`${t("round", view)}: ${view.contract || ""}`),
			view.wild ? p(t("wild", { rank: rankText(String(view.wild)) })) : null,
			p(t("call_word", { word: word() })),
			...rules.map((line) => p(line))];
	}
	function scoreTable() {
		const rows = [...view.seats.entries()].sort((a, b) => a[1].score - b[1].score);
		const col = (text) => el("th", { scope: "col" }, text);
		return el("table", {}, el("thead", {}, el("tr", {}, col(t("name")),
			...view.results.map((result) => col(result.round)), col(t("total")))),
		el("tbody", {}, ...rows.map(([index, seat]) => el("tr", {}, el("th", { scope: "row", class: inkOfSeat(index) },
			`${view.winners.includes(seat.name) ? "★ " : ""}${signed(index)}`),
		...view.results.map((result) => el("td", {}, result.points[index])), el("td", {}, el("b", {}, seat.score))))));
	}
	const scoreSheet = () => [t("scores"), scoreTable(), ...(view.standing || []).map((one) => p(one)),
		el("h3", {}, t("calls_head")), ...view.seats.map((seat) => p(`${seat.name}: ${seat.calls_used}`))];
	function tableSheet() {
		const melds = view.table.map((meld, index) => [meld, index]);
		const owners = view.seats.map((seat, index) => [index, melds.filter(([meld]) => meld.owner === seat.name)]).filter(([, laid]) => laid.length);
		return [t("melds"), picked >= 0 && isAsked("turn") && p(lit().length ? t("tap_meld", { card: cardText(order[picked]) }) : t("fits_none", { card: cardText(order[picked]) })),
			...owners.map(([index, laid]) => el("div", {}, el("h3", { class: inkOfSeat(index) }, signed(index)),
				el("div", { class: "wrap" }, ...laid.map(([meld, at]) => meldButton(meld, at))))),
			!owners.length && p(t("no_melds"))];
	}
	function endSheet(moves) {
		const label = (move) => (move.startsWith("swaps") ? t("win_joker") : move.endsWith(" low") ? t("low_end") : move.endsWith(" high") ? t("high_end") : t("lay_it"));
		return () => [t("which_end"), ...moves.map((move, index) => choice(`end${index}`, label(move), () => done(() => send(move))))];
	}
	const meldsOf = (move) => [...move.matchAll(/(set|run)?\[([^\]]*)\]/g)].map((match) => ({ kind: match[1] || "", cards: match[2].split(" ") }));
	function downSheet() {
		return [t("go_down"), ...may("melds").map((move, index) => button({ class: "choice", k: `down${index}`, tap: () => done(() => send(move)) },
			...meldsOf(move).map((meld) => el("span", { class: "meld" }, ...meld.cards.map((label) => slip(label)))))),
		choice("build", t("build"), () => show(buildSheet))];
	}
	/* A lay-down put together by hand. */
	function buildSheet() {
		const used = parts.reduce((all, part) => all.concat(part), []);
		const toggle = (index) => {
			if (used.includes(index)) parts = parts.map((part) => part.filter((one) => one !== index));
			else parts[parts.length - 1].push(index);
			drawSheet();
		};
		const laid = parts.filter((part) => part.length);
		const sentence = `melds ${laid.map((part) => `[${part.map((index) => order[index]).join(" ")}]`).join(" ")}`;
		return [t("build"), p(t("build_how", { contract: view.contract || "" })),
			el("div", { class: "wrap" }, ...order.map((label, index) => button({
				class: `pick ${inkOf(label)}${used.includes(index) ? " used" : ""}`, k: `pick${index}`, pressed: used.includes(index), label: cardName(label), tap: () => toggle(index),
			}, label === "JK" ? "★" : rankText(parse(label).rank), el("i", {}, label === "JK" ? "JK" : SUITS[parse(label).suit] + FLAT)))),
			...parts.map((part, at) => el("div", { class: `choice${at === parts.length - 1 ? " now" : ""}` }, part.length ? el("span", { class: "meld" }, ...part.map((index) => slip(order[index]))) : t("new_meld"))),
			choice("more", t("next_meld"), () => { if (parts[parts.length - 1].length) parts.push([]); drawSheet(); }),
			choice("anew", t("anew"), () => { parts = [[]]; drawSheet(); }),
			button({ class: `act${laid.length ? "" : " off"}`, k: "laydown", tap: () => {
				if (!laid.length) { say(t("build_first")); return; }
				send(sentence).then(() => { if (!$("toast").hidden) return; parts = [[]]; close(); });
			} }, t("go_down"))];
	}

	function languages() {
		return el("div", { class: "wrap" }, ...Object.entries(T.languages || {}).map(([code, name]) =>
			button({ class: `pill${code === language ? " ready" : ""}`, lang: code, k: `lang${code}`, pressed: code === language, tap: () => speak(code) }, name)));
	}
	async function speak(code) {
		const answer = await ask(`/words/${code}`, { headers: { "Accept-Language": code } });
		if (!answer.ok) throw answer;
		T = (await answer.json()).TEXTS;
		if (language !== code || recall("language")) keep("language", code);
		const isOther = language !== code;
		language = code;
		draw();
		if (isOther && stream) { stream.abort(); wake(); }
	}

	/* Who are you? */
	let seats = [];
	let asking = 0; // the seat that this phone has asked for
	let needsPin = 0;
	let message = "";
	function drawJoin() {
		const page = $("page");
		page.className = "join";
		document.title = "Shanghai";
		fill(page, [seats, asking, needsPin, message, lost], () => [
			el("header", { class: "head" }, el("b", {}, "Shanghai"), el("span", lost ? { class: "lost" } : {}, lost ? t("lost") : t("code", { code: key }))),
			el("div", {}, el("h1", {}, t("who")), el("p", { role: "status" }, message || t("who_how")),
				...seats.map(seatRow), el("a", { class: "soft", href: `/${key}/public` }, t("television")), el("div", { class: "tongues" }, languages()))]);
	}
	function seatRow({ seat, name, at }) {
		const isComputer = at === "computer";
		const row = button({
			class: `who ${asking === seat ? "mine" : at === "free" ? "" : "taken"}`, k: `seat${seat}`, disabled: isComputer ? "true" : undefined,
			tap: () => { if (isComputer) { message = t("is_computer", { name }); draw(); } else join(seat); },
		}, el("b", { class: `s${((seat - 1) % 8) + 1}` }, `${SIGNS[(seat - 1) % 8]}${FLAT} ${name}`), el("small", {}, asking === seat ? t("asked") : (T.at || {})[at] || at));
		if (needsPin !== seat) return row;
		const field = el("input", { id: "pin", type: "password", inputmode: "numeric", maxlength: 12, autocomplete: "off", label: t("pin", { name }), k: "pin" });
		const form = el("form", { class: "pin" }, field, button({ class: "act", type: "submit" }, t("ok")));
		form.addEventListener("submit", (event) => { event.preventDefault(); join(seat, field.value); });
		return el("div", {}, row, form);
	}
	async function join(seat, pin) {
		const body = pin ? JSON.stringify({ pin }) : "";
		let answer;
		try {
			answer = await ask(`/${key}/seats/${seat}`, { method: "POST", body, headers: { "Content-Type": "application/json" } });
		} catch (error) {
			message = t("not_sent");
			draw();
			return;
		}
		const said = await answer.json().catch(() => ({}));
		if (answer.status === 201) {
			keep("table", key);
			location.assign(answer.headers.get("Location") || said.location);
			return;
		}
		needsPin = answer.status === 403 ? seat : 0;
		message = said.reason || "";
		const wasAsking = asking;
		asking = answer.status === 202 ? seat : 0;
		draw();
		if (needsPin && $("pin")) $("pin").focus();
		if (asking && (wasAsking !== asking || !pin)) {
			await pause(1.5);
			if (asking === seat) join(seat);
		}
	}
	async function watchSeats() {
		for (;;) {
			try {
				const answer = await ask(`/${key}`);
				if (answer.status === 404) { message = (await answer.json()).reason; seats = []; draw(); return; }
				if (answer.ok) { seats = (await answer.json()).seats; lost = false; draw(); }
			} catch (error) {
				setLost(true);
			}
			await pause(document.hidden ? 10 : 2.5);
		}
	}

	const tools = { el, p, t, fill, signed, inkOfSeat, slip, slips, word, nice, isOver, stockPile, bigCard, scoreTable };
	let drawPublic = () => {}; // loaded on a television alone

	async function begin() {
		if (kind === "public") drawPublic = (await import("/static/public.js")).draw;
		const wanted = [recall("language"), ...(navigator.languages || [navigator.language])].filter(Boolean).map((one) => one.slice(0, 2).toLowerCase());
		for (const code of [...wanted, "en"]) {
			try {
				language = code;
				await speak(code);
				break;
			} catch (error) { /* the next language */ }
		}
		if (kind === "join") { draw(); watchSeats(); } else follow();
	}
	begin();
})();
