"use strict";
(() => {
    // long methods open where the call or the checkpoint is
    document.querySelectorAll(".code").forEach((code) => {
        const here = code.querySelector(".here");
        if (here) {
            const [inside, around] = [here.getBoundingClientRect(), code.getBoundingClientRect()];
            code.scrollTop += inside.top - around.top - code.clientHeight / 2;
        }
    });
    const tiles = Array.from(document.querySelectorAll(".tile"));
    const told = document.getElementById("tile");
    if (!told || tiles.length === 0) {
        return;
    }
    let chosen = null;
    const tell = (tile) => { told.textContent = tile.getAttribute("aria-label"); };
    const choose = (tile) => {
        tiles.forEach((other) => {
            other.setAttribute("tabindex", other === tile ? "0" : "-1");
            other.classList.toggle("chosen", other === tile);
        });
        chosen = tile;
        tell(tile);
    };
    const of = (owner) => tiles.find((tile) => tile.dataset.owner === owner);
    const siblings = (tile) => tiles.filter((other) => other.dataset.parent === tile.dataset.parent);
    const next = (tile, key) => {
        const row = siblings(tile);
        switch (key) {
            case "ArrowRight": return row[row.indexOf(tile) + 1];
            case "ArrowLeft": return row[row.indexOf(tile) - 1];
            case "ArrowUp": return of(tile.dataset.parent);
            case "ArrowDown": return tiles.find((other) => other.dataset.parent === tile.dataset.owner);
            default: return undefined;
        }
    };
    tiles.forEach((tile) => {
        tile.addEventListener("mouseenter", () => tell(tile));
        tile.addEventListener("mouseleave", () => { if (chosen) { tell(chosen); } });
        tile.addEventListener("focus", () => choose(tile));
        tile.addEventListener("click", () => tile.focus());
        tile.addEventListener("keydown", (event) => {
            const to = next(tile, event.key);
            if (to) {
                event.preventDefault();
                to.focus();
            }
        });
    });
    document.documentElement.dataset.ready = String(tiles.length);
})();
