import { IconChevronDown } from '@tabler/icons-react'

export interface SelectMenuProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly onChange: (value: V) => void
}

/** The platform's own list: it is free, and right on every device. */
export function SelectMenu<V extends string>({ label, value, options, onChange }: SelectMenuProps<V>) {
  return (
    <span className="relative min-w-0">
      <select
        className="btn max-w-full cursor-pointer appearance-none pr-10 text-left"
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown
        size={16}
        className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-mut"
        aria-hidden
      />
    </span>
  )
}
