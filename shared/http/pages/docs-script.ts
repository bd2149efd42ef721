/** What the documentation page does on top of Swagger UI. */
export const docsScript = `'use strict';
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

// Requests are tried where this page is, whatever the public address: no other origin is allowed.
function moveHere(spec) {
  const here = location.href.replace(/[#?].*$/, '').replace(/\\/[^/]*$/, '');
  spec.servers = [{ url: here + '/v1' }];
  for (const item of Object.values(spec.paths)) {
    if (item.servers) item.servers = [{ url: here }];
  }
  spec.components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl = here + '/oauth/token';
  spec.externalDocs.url = here + '/errors';
  spec.info.description += '\\n\\n[This document as JSON](' + here + '/docs/json)';
}

const bundle = window.SwaggerUIBundle;
window.SwaggerUIBundle = async ({ url, ...options }) => {
  const spec = await (await fetch(url)).json();
  moveHere(spec);
  return bundle({ ...options, spec });
};
`;
