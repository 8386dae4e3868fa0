// The moving mask. All numbers, colours and sentences come from Python (moving_mask.py) and stand in
// the page; this only shows those of the sentence, the mask and the query that are chosen.
(() => {
  const figure = document.getElementById("moving-mask");
  if (!figure) return;
  const numbers = JSON.parse(figure.querySelector('script[type="application/json"]').textContent);
  const form = figure.querySelector("form");
  const panels = [...figure.querySelectorAll(".panel")];
  const says = figure.querySelector(".says");

  const queryOf = (panel) => Number(panel.querySelector("input:checked").value);

  const drawMap = (panel, rows, query) => {
    for (const line of panel.querySelectorAll("[data-query]")) {
      const i = Number(line.dataset.query);
      line.classList.toggle("marked", i === query);
      line.querySelectorAll("td").forEach((cell, j) => {
        const [text, background, color, blocked] = rows[i].weights[j];
        cell.textContent = text;
        Object.assign(cell.style, { background, color });
        cell.classList.toggle("blocked", blocked === 1);
      });
    }
  };

  const drawRow = (panel, scores, row, query) => {
    const word = panel.querySelectorAll(".map tbody th")[query].textContent;
    panel.querySelector(".query").textContent = word;
    panel.querySelectorAll(".one tbody tr").forEach((line, j) => {
      const mask = line.querySelector(".mask");
      line.querySelector(".score").textContent = scores[j];
      mask.textContent = row.mask[j];
      mask.classList.toggle("blocked", row.mask[j] !== "0");
      line.querySelector("b").textContent = row.weights[j][0];
    });
    const bars = panel.querySelectorAll(".bar");
    const parts = panel.querySelectorAll(".strip span");
    row.shares.forEach((share, j) => {
      bars[j].style.width = parts[j].style.width = `${100 * (share ?? 0)}%`;
      parts[j].classList.toggle("narrow", (share ?? 0) < 0.12);
    });
  };

  const draw = () => {
    const sentence = Number(form.elements.sentence.value);
    panels.forEach((panel, i) => { panel.hidden = i !== sentence; });
    const panel = panels[sentence];
    const query = queryOf(panel);
    const { scores, masks } = numbers[sentence];
    const rows = masks[form.elements.mask.value];
    drawMap(panel, rows, query);
    drawRow(panel, scores[query], rows[query], query);
    says.textContent = rows[query].says;
  };

  figure.addEventListener("input", draw);
  figure.addEventListener("click", (event) => {
    const line = event.target.closest("[data-query]");
    if (!line || event.target.closest("label")) return; // a label does it by itself
    line.querySelector("input").checked = true;
    draw();
  });
  form.hidden = false;
  panels.forEach((panel) => { panel.disabled = false; });
  figure.classList.add("moves");
  draw();
})();
