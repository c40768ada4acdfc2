import type { ReactNode } from 'react'

export interface PictureChoiceProps<T extends string> {
  /** Read out as the name of the group. */
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string; readonly picture: ReactNode }[]
  readonly onChange: (value: T) => void
}

/** One of a few, each shown as a small picture of what it does. */
export function PictureChoice<T extends string>({ label, value, options, onChange }: PictureChoiceProps<T>) {
  return (
    <fieldset className="flex gap-3">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="group relative flex w-24 cursor-pointer flex-col gap-1.5 text-center text-[13px] text-mut has-checked:font-semibold has-checked:text-fg sm:w-28"
        >
          <input
            type="radio"
            className="absolute inset-0 z-10 cursor-pointer opacity-0"
            name={label}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span
            aria-hidden
            className="block h-16 overflow-hidden rounded-xl border border-line outline-offset-2 outline-acc group-has-checked:outline-2 group-has-focus-visible:outline-4"
          >
            {option.picture}
          </span>
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
