import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** A piece of the document. */
export type Json = { readonly [name: string]: unknown };
export type Schemas = Record<string, Json>;

type Options = {
  /** Where schemas that bear a title go, by that title. */
  readonly named: Schemas;
  /** Whether other members than the listed ones are refused; an answer may get new ones. */
  readonly closed: boolean;
};

/** The JSON Schema (as OpenAPI 3.0 has it) of what a valibot schema takes on the wire. */
export function schemaOf(schema: v.GenericSchema, options: Options): Json {
  const converted = toJsonSchema(schema, {
    target: 'openapi-3.0',
    // What stands after a transformation that is ignored still describes what is sent; after one
    // that leads to another schema, as in queries, that schema has the bounds.
    typeMode: 'output',
    ignoreActions: ['check', 'raw_check', 'raw_transform', 'transform', 'trim'],
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type === 'regex') return withExampleId(jsonSchema);
      return valibotAction.type === 'max_value' ? withoutVastMaximum(jsonSchema) : undefined;
    },
    overrideSchema: ({ valibotSchema, jsonSchema }) => fitting(valibotSchema.type, jsonSchema),
  });
  return tidy({ ...converted }, options);
}

/** An id for examples that fits the pattern of ids; undefined where the pattern is another one. */
function exampleId(pattern: string): string | undefined {
  const prefix = /^\^([a-z]{3}_)\[/.exec(pattern)?.[1];
  return prefix && `${prefix}${exampleIds[prefix] ?? '4b9s0e7w2x'}`;
}

// The ids of the examples in the modules' schemas, so that the whole document tells of one match.
const exampleIds: Readonly<Record<string, string>> = {
  plr_: '7k2m9x4q1a',
  mat_: '6n1t5k8v3h',
  cmp_: '5d8r1c6t3z',
  ven_: '2h7v4n9b5s',
  rtg_: '8y4f2u6g9d',
  org_: 'mokotow',
};

function withExampleId<S extends { pattern?: string | undefined }>(jsonSchema: S) {
  const example = exampleId(jsonSchema.pattern ?? '');
  return example === undefined ? undefined : { ...jsonSchema, example };
}

/** Nobody needs to read that a number stays below what a double can count. */
function withoutVastMaximum<S extends { maximum?: number | undefined }>(jsonSchema: S) {
  const { maximum = Number.POSITIVE_INFINITY, ...rest } = jsonSchema;
  return maximum < Number.MAX_SAFE_INTEGER ? undefined : rest;
}

function fitting(type: string, jsonSchema: ReturnType<typeof toJsonSchema>) {
  if (type === 'literal') return { ...jsonSchema, type: 'string' as const };
  if (type === 'null') return { type: 'string' as const, enum: [null], nullable: true };
  if (type === 'picklist' && jsonSchema.enum?.every(Number.isInteger)) {
    return { ...jsonSchema, type: 'integer' as const };
  }
  if (type === 'optional' && jsonSchema.type === 'integer' && jsonSchema.default !== undefined) {
    return { ...jsonSchema, default: Number(jsonSchema.default) };
  }
  return undefined;
}

/** Moves named schemas out and opens those of answers. */
function tidy(schema: Json, options: Options): Json {
  const { $schema: _, title, additionalProperties, ...rest } = schema;
  const { properties, items } = rest;
  const tidied: Json = {
    ...rest,
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [
          name,
          isObject(member) ? tidy(member, options) : member,
        ]),
      ),
    }),
    ...(isObject(items) && { items: tidy(items, options) }),
    ...(additionalProperties === false && options.closed && { additionalProperties }),
  };
  if (typeof title !== 'string') return tidied;
  const known = options.named[title];
  if (known && JSON.stringify(known) !== JSON.stringify(tidied)) {
    throw new Error(`Two different schemas are called ${title}.`);
  }
  options.named[title] = tidied;
  return { $ref: `#/components/schemas/${title}` };
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
