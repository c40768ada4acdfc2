import type { Icon } from '@tabler/icons-react'

export interface ToolButtonProps {
  readonly icon: Icon
  readonly label: string
  readonly onClick: () => void
  readonly isOn?: boolean | undefined
  readonly isOff?: boolean
  readonly size?: number
}

/** Shows a round icon button; blue while it is on. */
export function ToolButton({
  icon: Picture,
  label,
  onClick,
  isOn,
  isOff = false,
  size = 20,
}: ToolButtonProps) {
  return (
    <button
      type="button"
      className="btn-icon aria-pressed:text-acc"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      disabled={isOff}
      onClick={onClick}
    >
      <Picture size={size} aria-hidden />
    </button>
  )
}
