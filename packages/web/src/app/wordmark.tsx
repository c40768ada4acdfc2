import { productName } from '../ui/page.tsx'

export function Wordmark() {
  return (
    <span className="flex items-center gap-2.5 text-[17px] font-bold tracking-tight">
      <Mark alt="" />
      {productName}
    </span>
  )
}

/** Where there is no room for the name beside it, `alt` says it. */
export function Mark({ alt }: { readonly alt: string }) {
  return <img src="/icon.svg" alt={alt} width={28} height={28} />
}
