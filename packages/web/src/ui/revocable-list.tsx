import type { Icon } from '@tabler/icons-react'

export interface Revocable {
  readonly id: string
  readonly name: string
  readonly detail: string
}

export interface RevocableListProps {
  readonly label: string
  readonly icon: Icon
  readonly items: readonly Revocable[]
  readonly revoke: string
  /** The name of the button for screen readers. */
  readonly revokeOf: (name: string) => string
  readonly onRevoke: (item: Revocable) => void
}

/** Lists granted items, each with a button that revokes it. */
export function RevocableList({
  label,
  icon: Picture,
  items,
  revoke,
  revokeOf,
  onRevoke,
}: RevocableListProps) {
  return (
    <ul aria-label={label} className="w-full divide-y divide-line rounded-card border border-line bg-surface">
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-3 px-4 py-3">
          <Picture size={20} className="shrink-0 text-mut" aria-hidden />
          <div className="min-w-0 flex-1 text-sm">
            <p className="truncate font-medium">{item.name}</p>
            <p className="text-[12.5px] text-mut text-pretty wrap-anywhere">{item.detail}</p>
          </div>
          <button
            type="button"
            className="btn shrink-0 pointer-coarse:h-11"
            aria-label={revokeOf(item.name)}
            onClick={() => onRevoke(item)}
          >
            {revoke}
          </button>
        </li>
      ))}
    </ul>
  )
}
