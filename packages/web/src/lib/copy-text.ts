import { notify } from './notify.ts'

export interface CopyWords {
  readonly copied: string
  readonly refused: string
}

/** Copies a text and says how that went. Browsers refuse on plain HTTP, and if the visitor said no. */
export async function copyText(text: string, { copied, refused }: CopyWords): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify(copied, 'positive')
  } catch {
    notify(refused, 'negative')
  }
}
