import { type ReactNode, useId } from 'react'

export interface SegmentedControlProps<T extends string> {
  /** Read out as the name of the group. */
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: ReactNode; readonly lang?: string }[]
  readonly onChange: (value: T) => void
}

/** One of a few: radio buttons in a pill, so the arrow keys work by themselves. All in one weight: bold is wider, and pushes what stands beside it. */
export function SegmentedControl<T extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentedControlProps<T>) {
  // Two controls may be called the same: with one name, the radio buttons of both would be one group.
  const name = useId()
  return (
    <fieldset className="inline-flex max-w-full rounded-full bg-sunken p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          lang={option.lang}
          className="relative grid min-h-9 flex-auto cursor-pointer place-items-center rounded-full px-4 text-center font-medium text-[13px] text-mut transition-colors hover:text-fg has-checked:bg-surface has-checked:text-fg has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-acc pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            className="absolute inset-0 cursor-pointer opacity-0"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
