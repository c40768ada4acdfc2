import type { ReactNode } from 'react'

export interface SettingRowProps {
  readonly title: string
  readonly help: string
  readonly children: ReactNode
}

export function SettingRow({ title, help, children }: SettingRowProps) {
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line py-6">
      <div className="min-w-48 flex-1">
        <h2 className="text-[15px] font-semibold">{title}</h2>
        <p className="mt-0.5 text-[13px] text-mut">{help}</p>
      </div>
      {children}
    </section>
  )
}
