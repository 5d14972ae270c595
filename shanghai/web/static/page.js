"use strict";
// Around the terminal of textual-serve: fonts before it measures them, a size at which the table
// fits, keys without a click first, and at the end a sentence that says why it ended.
(() => {
  const CELL = { width: 0.6, height: 1.32 };
  const LEAST = { columns: 80, rows: 24 };
  const SIZES = { least: 7, most: 16 };

  let said = "";

  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    #early = [];

    constructor(...given) {
      super(...given);
      // Before the listener of textual-serve, which tells the size of this moment.
      this.addEventListener("open", () => this.#early.forEach((data) => super.send(data)));
      this.addEventListener("message", hear);
      this.addEventListener("close", close);
    }

    // A page may have the focus, a key or another size before its connection is open.
    send(data) {
      if (this.readyState === Plain.CONNECTING) this.#early.push(data);
      else super.send(data);
    }
  };

  function hear({ data }) {
    if (typeof data !== "string") return;
    const [kind, text] = JSON.parse(data);
    if (kind === "said") said = String(text);
  }

  function close({ code }) {
    const left = code === 1000 ? "The table was left." : "The table cannot be reached any more.";
    document.getElementById("said").textContent = said || `${left} The game is kept.`;
    document.getElementById("again").focus();
  }

  function fontSize() {
    const fits = Math.min(
      window.innerWidth / LEAST.columns / CELL.width,
      window.innerHeight / LEAST.rows / CELL.height,
    );
    return Math.max(SIZES.least, Math.min(SIZES.most, Math.floor(fits)));
  }

  // A name that looks like an address leads nowhere.
  window.open = () => null;

  const begin = window.onload;
  window.onload = async (event) => {
    const faces = ["16px", "bold 16px", "italic 16px", "italic bold 16px"];
    await Promise.all(faces.map((face) => document.fonts.load(`${face} 'Roboto Mono'`, "A♠")));
    const terminal = document.getElementById("terminal");
    terminal.dataset.fontSize = fontSize();
    document.getElementById("again").onclick = () => window.location.reload();
    begin(event);
    terminal.querySelector("textarea").focus();
  };
})();
