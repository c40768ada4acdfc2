import { useEffect } from 'react'

export const productName = 'Koedana'

/** `Works · Koedana`; the name alone while a page does not know its own title yet. */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName
  }, [title])
}
