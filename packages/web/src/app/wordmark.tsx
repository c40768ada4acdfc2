import { productName } from '../lib/document-title.ts'

export function Wordmark() {
  return (
    <span className="flex items-center gap-2.5 text-[17px] font-bold tracking-tight">
      <img src="/icon.svg" alt="" width={28} height={28} />
      {productName}
    </span>
  )
}
