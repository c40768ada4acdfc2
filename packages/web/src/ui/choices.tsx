import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

export interface SegmentedControlProps<T extends string> {
  /** The name of the group for screen readers. */
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: ReactNode; readonly lang?: string }[]
  readonly onChange: (value: T) => void
}

/**
 * A segmented control made of radio buttons, so arrow keys work natively. All labels have the same weight, because bold text would shift
 * the layout.
 */
export function SegmentedControl<T extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentedControlProps<T>) {
  // A generated name: two controls with the same label must not form one radio group.
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

export interface ChoiceListProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string; readonly help: string }[]
  readonly onChange: (value: T) => void
}

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

export interface PictureChoiceProps<T extends string> {
  /** The name of the group for screen readers. */
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string; readonly picture: ReactNode }[]
  readonly onChange: (value: T) => void
}

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

export interface LabelledProps {
  readonly label: string
  readonly help?: string
  readonly children: ReactNode
}

/** A visible label. It is hidden from screen readers, because the control inside has the same name. */
export function LabeledControl({ label, help, children }: LabelledProps) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p className="text-[13px] font-medium" aria-hidden>
        {label}
      </p>
      {help && <p className="text-[12.5px] text-mut">{help}</p>}
      {children}
    </div>
  )
}

export interface CheckRowProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly help?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

/** A checkbox with a label; the whole row can be pressed. */
export function CheckRow({ label, help, ...input }: CheckRowProps) {
  return (
    <label className="flex min-h-9 cursor-pointer items-start gap-3 py-1.5 pointer-coarse:min-h-11">
      <input type="checkbox" className="mt-px size-4.5 shrink-0 accent-acc" {...input} />
      <span className="min-w-0">
        <span className="block text-sm">{label}</span>
        {help && <span className="mt-0.5 block text-[12.5px] text-mut">{help}</span>}
      </span>
    </label>
  )
}
