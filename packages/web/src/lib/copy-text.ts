import { create } from 'zustand'
import { loadMoreWords, translate } from './i18n.ts'
import { notify } from './notify.ts'

interface ManualCopy {
  readonly text: string | undefined
}

export const useManualCopy = create<ManualCopy>(() => ({ text: undefined }))

/**
 * Copies a text and shows a notice. Browsers have no clipboard API on plain HTTP, and users may deny it: then the text is selected, in
 * `shown` if it is on screen, otherwise in a dialog.
 */
export async function copyText(text: string, copied: string, shown?: HTMLElement | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify(copied, 'positive')
  } catch {
    if (!shown) return useManualCopy.setState({ text })
    selectText(shown)
    await loadMoreWords()
    notify(translate('copy.help'))
  }
}

function selectText(shown: HTMLElement): void {
  if (shown instanceof HTMLTextAreaElement) {
    shown.focus()
    shown.select()
  } else getSelection()?.selectAllChildren(shown)
}
