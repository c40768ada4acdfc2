import { type FormEvent, useState } from 'react'
import { useSaveSettings } from './site-settings-query.ts'

export interface Draft<T> {
  readonly draft: T
  readonly change: (changed: Partial<T>) => void
  readonly isDirty: boolean
  readonly isBusy: boolean
  readonly onSave: (event: FormEvent) => void
}

/** A part of the settings as it is being changed; what was not touched follows what is saved. */
export function useDraft<T extends Parameters<ReturnType<typeof useSaveSettings>>[0] & object>(
  saved: T,
): Draft<T> {
  const save = useSaveSettings()
  const [changed, setChanged] = useState<Partial<T>>({})
  const [isBusy, setBusy] = useState(false)
  const draft = { ...saved, ...changed }
  const onSave = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    save(draft)
      .then(() => setChanged({}))
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return {
    draft,
    change: (next) => setChanged((before) => ({ ...before, ...next })),
    isDirty: JSON.stringify(draft) !== JSON.stringify(saved),
    isBusy,
    onSave,
  }
}
