/** The style of the start page and the errors page. */
export const pagesStyle = `:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfbf9, #131816);
  --sheet: light-dark(#ffffff, #1b221f);
  --ink: light-dark(#1c2320, #e4eae7);
  --quiet: light-dark(#56625c, #9fada6);
  --line: light-dark(#dde2df, #303b36);
  --accent: light-dark(#17663f, #7fd1a5);
  --frame: 1px solid var(--line);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { margin: 0.5rem 0 1rem; font-size: 2rem; line-height: 1.2; }
h2 { margin: 0; font-size: 1.25rem; line-height: 1.3; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
nav, footer, .type, .status, .index, .cards span, thead th { color: var(--quiet); }
footer { margin-top: 2rem; font-size: 0.9rem; }
pre {
  margin: 0;
  padding: 0.75rem 1rem;
  overflow-x: auto;
  border: var(--frame);
  border-radius: 6px;
  background: var(--paper);
  line-height: 1.45;
}
pre code { overflow-wrap: normal; font-size: 0.85rem; }
section, .cards a { border: var(--frame); border-radius: 8px; background: var(--sheet); }
section { margin-top: 1.5rem; padding: 1.25rem; }
section:target, .cards a:hover { border-color: var(--accent); }
section h2 a { color: inherit; text-decoration: none; }
section h2 a:hover { text-decoration: underline; }
.status { padding: 0.1em 0.45em; border: var(--frame); border-radius: 4px; font-size: 0.75em; font-weight: 500; }
.type { margin: 0.25rem 0 0; font-size: 0.9rem; }
.index { padding: 0; list-style: none; columns: 15rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0.75rem; }
.cards { margin: 1.5rem 0; padding: 0; list-style: none; }
.cards a { display: block; height: 100%; padding: 0.9rem 1rem; text-decoration: none; }
.cards strong { display: block; }
.cards span { font-size: 0.9rem; }
table { width: 100%; border-collapse: collapse; font-size: 0.95rem; }
th, td { padding: 0.4rem 0.75rem 0.4rem 0; border-top: var(--frame); text-align: left; vertical-align: top; }
thead th { border-top: 0; font-weight: 500; }
`;

/** What Swagger UI's own style lacks: narrow screens, and some of the dark. */
export const docsStyle = `body { margin: 0; }
.swagger-ui .info { margin: 2rem 0 1rem; }
.swagger-ui .scheme-container { margin: 0 0 1rem; padding: 1rem 0; box-shadow: none; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .highlight-code pre.microlight,
.swagger-ui .highlight-code pre.microlight code {
  overflow-wrap: normal;
  white-space: pre !important;
  word-break: normal;
}
.swagger-ui .headers-wrapper { overflow-x: auto; }
@media (prefers-color-scheme: dark) {
  html { background: #1c2022; color-scheme: dark; }
  .swagger-ui .headers-wrapper td,
  .swagger-ui .headers-wrapper .header-col,
  .swagger-ui .parameter__extension,
  .swagger-ui .examples-select__section-label { color: #c8ced1 !important; }
}
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; padding: 10px 0; }
  .swagger-ui .opblock-tag small { flex: 1 1 100%; order: 1; padding: 0; }
  .swagger-ui .opblock-summary-method { min-width: 56px; padding: 6px; }
  .swagger-ui .table-container { padding: 12px; }
  .swagger-ui .opblock-description-wrapper { padding: 12px; }
  .swagger-ui table.responses-table > tbody > tr,
  .swagger-ui table.parameters > tbody > tr { display: grid; grid-template-columns: minmax(0, 1fr); }
  .swagger-ui table.responses-table > thead,
  .swagger-ui table.parameters > thead { display: none; }
  .swagger-ui .parameters-col_description input { max-width: 100%; }
  .swagger-ui .responses-inner { padding: 12px; }
}
`;

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<circle cx="16" cy="16" r="15" fill="#c8dc3c"/>
<path d="M6 5c7 6 7 16 0 22M26 5c-7 6-7 16 0 22" fill="none" stroke="#fff" stroke-width="2.5"/>
</svg>
`;
