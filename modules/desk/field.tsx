/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { inEach, type Language, type Option, type Visit } from '../website/index.ts';
import type { Form } from './form.ts';
import type { Faults } from './result-fields.ts';

/** A form as it is shown: what was typed, and what is wrong with it. */
export type Filled = { readonly visit: Visit; readonly form: Form; readonly faults: Faults };

/** What is wrong with a field, beside it; the rules speak English. */
export function FaultsOf({ faults, name }: Pick<Filled, 'faults'> & { readonly name: string }) {
  const all = faults.get(name) ?? [];
  if (all.length === 0) return null;
  return (
    <p class="fault" id={`fault-${name || 'all'}`}>
      {all.join(' ')}
    </p>
  );
}

/** What ties a field to its fault. */
export const faulty = (faults: Faults, name: string, of = name) =>
  faults.has(of)
    ? { 'aria-invalid': 'true' as const, 'aria-describedby': `fault-${of}`, name }
    : { name };

type FieldProps = Filled & {
  readonly name: string;
  readonly label: ComponentChildren;
  readonly type?: 'text' | 'date' | 'time';
  readonly mode?: 'numeric' | 'text';
  readonly list?: string;
  readonly required?: boolean;
};

/** A field of one line with its label, what was typed, and what is wrong with it. */
export function Field({
  form,
  faults,
  name,
  label,
  type = 'text',
  mode,
  list,
  required,
}: FieldProps) {
  return (
    <div>
      <label>
        {label}
        <input
          {...faulty(faults, name)}
          type={type}
          value={form.text(name)}
          inputMode={mode}
          list={list}
          required={required}
          maxLength={200}
          autocomplete="off"
        />
      </label>
      <FaultsOf faults={faults} name={name} />
    </div>
  );
}

type ChoiceProps = Filled & {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly none?: string;
};

/** A field in which one thing is chosen. */
export function Choice({ form, faults, name, label, options, none }: ChoiceProps) {
  return (
    <div>
      <label>
        {label}
        <select {...faulty(faults, name)}>
          {none !== undefined && <option value="">{none}</option>}
          {options.map(({ id, name: text }) => (
            <option key={id} value={id} selected={id === form.text(name)}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <FaultsOf faults={faults} name={name} />
    </div>
  );
}

/** A button of several of which one is chosen. */
type PickProps = Pick<Filled, 'form'> & {
  readonly name: string;
  readonly value: string;
  readonly children: ComponentChildren;
};

export function Pick({ form, name, value, children }: PickProps) {
  return (
    <label class="pick">
      <input type="radio" name={name} value={value} checked={form.text(name) === value} />
      <span>{children}</span>
    </label>
  );
}

const summary = inEach({
  wrong: [
    'Nothing was sent yet: see what is marked below.',
    'Nic jeszcze nie wysłano: zobacz, co zaznaczono poniżej.',
  ],
});

/** Says above a form that something in it is wrong, and what is wrong with it as a whole. */
export function FaultSummary({
  faults,
  language,
}: Pick<Filled, 'faults'> & { readonly language: Language }) {
  if (faults.size === 0) return null;
  return (
    <div role="alert" class="note">
      <p class="fault">{summary[language].wrong}</p>
      <FaultsOf faults={faults} name="" />
    </div>
  );
}
