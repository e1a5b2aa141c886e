/** The page of a case file: it can be printed. */

document.getElementById("print").addEventListener("click", () => window.print());
