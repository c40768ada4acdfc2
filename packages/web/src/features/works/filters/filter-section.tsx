import type { ReactNode } from 'react'

export function FilterSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="border-b border-line py-4 first:pt-0 last:border-b-0">
      <legend className="float-left mb-2 w-full text-[13px] font-semibold">{title}</legend>
      <div className="clear-left">{children}</div>
    </fieldset>
  )
}
