export interface SwitchProps {
  /** The name for screen readers. */
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

export function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <span className="relative grid h-9 w-13 shrink-0 place-items-center pointer-coarse:h-11">
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        aria-label={label}
        className="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span
        aria-hidden
        className="flex h-7 w-12 items-center rounded-full border border-mut bg-sunken px-1 outline-offset-2 outline-acc transition-colors peer-checked:justify-end peer-checked:border-acc peer-checked:bg-acc peer-focus-visible:outline-2 [&>span]:bg-mut peer-checked:[&>span]:bg-accfg"
      >
        <span className="block size-4.5 rounded-full" />
      </span>
    </span>
  )
}
