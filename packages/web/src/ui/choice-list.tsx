export interface ChoiceListProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string; readonly help: string }[]
  readonly onChange: (value: T) => void
}

/** One of a few, each with a sentence that says what it does. */
export function ChoiceList<T extends string>({ label, value, options, onChange }: ChoiceListProps<T>) {
  return (
    <fieldset>
      <legend className="mb-2 text-[13px] font-medium">{label}</legend>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer items-start gap-3 px-4 py-3 has-focus-visible:outline-2 has-focus-visible:outline-acc"
          >
            <input
              type="radio"
              name={label}
              className="mt-0.5 size-4.5 shrink-0 accent-acc"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className="min-w-0">
              <span className="block text-sm font-medium">{option.label}</span>
              <span className="mt-0.5 block text-[12.5px] text-mut">{option.help}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
