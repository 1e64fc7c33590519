"use strict";
(() => {
    const [thin, farthest, told, words, shown, way] =
        ["view-thin", "distance", "distance-told", "words", "shown", "way"].map((id) => document.getElementById(id));
    const rows = Array.from(document.querySelectorAll(".in"));
    const files = Array.from(document.querySelectorAll(".file"));
    const text = new Map(rows.map((row) => {
        const code = row.querySelector("summary > code").textContent;
        return [row, `${code} ${row.dataset.name}`.toLowerCase()];
    }));
    const isThin = () => thin !== null && thin.checked;
    const distance = (row) => Number(isThin() ? row.dataset.thin ?? Infinity : row.dataset.distance);
    const rowOf = (id) => document.getElementById(id)?.closest(".in");

    // lines that are too far are grey; while something is searched, only lines of the slice that have it are shown
    const filter = () => {
        const most = Number(farthest.value);
        const wanted = words.value.trim().toLowerCase();
        let count = 0;
        rows.forEach((row) => {
            const isFar = distance(row) > most;
            const isShown = !isFar && text.get(row).includes(wanted);
            row.classList.toggle("beyond", isFar);
            row.hidden = wanted !== "" && !isShown;
            count += Number(isShown);
        });
        document.body.classList.toggle("searching", wanted !== "");
        files.forEach((file) => { file.hidden = wanted !== "" && !file.querySelector(".in:not([hidden])"); });
        told.textContent = farthest.value;
        shown.textContent = count === 1 ? "1 line shown" : `${count} lines shown`;
    };

    // the lines from this one to the criterion, in the slice that is chosen
    const wayFrom = (row) => {
        const found = [];
        for (let at = row; at && !found.includes(at);) {
            found.push(at);
            const next = isThin() && at.dataset.thin !== undefined ? at.dataset.thinNext : at.dataset.next;
            at = next === undefined ? null : rowOf(next);
        }
        return found;
    };
    let chosen = null;
    const showWay = (row) => {
        chosen = row;
        const found = wayFrom(row);
        rows.forEach((other) => other.classList.toggle("way", found.includes(other)));
        way.querySelector("ol").replaceChildren(...found.map((at) => {
            const [item, link] = [document.createElement("li"), document.createElement("a")];
            link.href = `#${at.querySelector("summary").id}`;
            link.textContent = at.dataset.name;
            item.append(link);
            return item;
        }));
        way.hidden = false;
    };

    const open = (id) => {
        const row = rowOf(id);
        if (!row) {
            return;
        }
        if (row.hidden) {
            words.value = "";
            filter();
        }
        row.open = true;
        row.querySelector("summary").focus();
        row.scrollIntoView({ block: "nearest" });
        showWay(row);
    };
    document.addEventListener("click", (event) => {
        const link = event.target.closest("a[href^='#line']");
        const summary = event.target.closest(".in > summary");
        if (link) {
            open(link.hash.slice(1));
        } else if (summary) {
            showWay(summary.parentElement);
        }
    });
    window.addEventListener("hashchange", () => open(location.hash.slice(1)));

    document.querySelectorAll(".scripted").forEach((controls) => { controls.hidden = false; });
    document.querySelector("#controls form").addEventListener("input", () => {
        filter();
        if (chosen) {
            showWay(chosen);
        }
    });
    document.querySelector("#controls form").addEventListener("submit", (event) => event.preventDefault());
    filter();
    open(location.hash.slice(1));
    document.documentElement.dataset.ready = String(rows.length);
})();
