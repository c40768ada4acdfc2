import { type Icon, IconChevronDown } from '@tabler/icons-react'

export interface SelectMenuProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly onChange: (value: V) => void
  /** On phones, only the icon is shown. */
  readonly icon?: Icon
}

/** A native `<select>`: it needs no extra code and works on every device. */
export function SelectMenu<V extends string>(props: SelectMenuProps<V>) {
  const { label, value, options, onChange, icon: Picture } = props
  return (
    <span className="relative min-w-0">
      <select
        className={`btn max-w-full cursor-pointer appearance-none pr-10 text-left ${Picture ? iconOnPhone : ''}`}
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="text-fg">
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown
        size={16}
        className={`pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-mut ${Picture ? 'max-md:hidden' : ''}`}
        aria-hidden
      />
      {Picture && (
        <span className="pointer-events-none absolute inset-0 grid place-items-center md:hidden">
          <Picture size={17} aria-hidden />
        </span>
      )}
    </span>
  )
}

const iconOnPhone = 'max-md:w-9 max-md:px-0 max-md:text-transparent pointer-coarse:max-md:w-11'
