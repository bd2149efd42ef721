import type { Component } from './packages.ts';

/** What the program consists of, as CycloneDX 1.6 in JSON: https://cyclonedx.org/docs/1.6/json/ */
export function billOfMaterials(
  program: { readonly version: string; readonly licence: string },
  components: readonly Component[],
): string {
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'tennis',
        name: 'tennis',
        version: program.version,
        licenses: licensesOf(program.licence),
      },
    },
    components: components.map((component) => {
      const { name, version, within, licence, source } = component;
      const isPackage = !within && name !== 'Bun';
      const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
      return {
        type: name === 'Bun' ? 'platform' : 'library',
        'bom-ref': isPackage ? purl : [within, name].join('/'),
        name,
        ...(version && { version }),
        licenses: licensesOf(licence),
        ...(isPackage && { purl }),
        ...(source && { externalReferences: [{ type: 'vcs', url: source }] }),
        ...(within && { properties: [{ name: 'tennis:within', value: within }] }),
      };
    }),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

const licensesOf = (expression: string) =>
  / /.test(expression) ? [{ expression }] : [{ license: { id: expression } }];
