import { Tabs } from '@base-ui/react/tabs'

export interface EditorTabProps {
  readonly value: string
  readonly label: string
  readonly count?: number
}

export function EditorTab({ value, label, count = 0 }: EditorTabProps) {
  return (
    <Tabs.Tab
      value={value}
      className="-mb-px inline-flex h-10 items-center gap-2 border-b-2 border-transparent px-3 text-sm text-mut hover:text-fg data-active:border-acc data-active:font-semibold data-active:text-fg pointer-coarse:h-11"
    >
      {label}
      {count > 0 && (
        <span className="rounded-full bg-soft px-2 text-[11px] font-medium text-acc">{count}</span>
      )}
    </Tabs.Tab>
  )
}
