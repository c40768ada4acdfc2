import { useEffect, useRef, useState } from 'react'
import { type FieldPorts, FieldSaver } from './field-saver.ts'

export interface AutosaveOptions {
  /** The text that the server has. */
  readonly stored: string
  readonly save: FieldPorts['save']
  /** Also saves while typing, after this pause. Omit it for names, so that half a name is never saved. */
  readonly delayMs?: number
  /** Invalid texts are never saved; the field shows the stored text again when it loses focus. */
  readonly isValid?: FieldPorts['isValid']
}

export interface Autosave {
  readonly value: string
  readonly change: (text: string) => void
  /** Saves immediately. Call it when the field loses focus, and on Enter. */
  readonly commit: () => void
  /** Whether all input is saved; undefined if there was no input. */
  readonly isSaved: boolean | undefined
}

/**
 * Saves a field automatically: after a pause in typing, on blur, on unmount, and when the page is hidden or closed. Text that could not be
 * saved stays in the field.
 */
export function useAutosave(options: AutosaveOptions): Autosave {
  const [typed, setTyped] = useState<string>()
  const [isSaved, setSaved] = useState<boolean>()
  const [isFocused, setFocused] = useState(false)
  const [storedAtSave, setStoredAtSave] = useState<string>()
  const current = useRef(options)
  useEffect(() => {
    current.current = options
  })
  const [saver] = useState(
    () =>
      new FieldSaver({
        stored: () => current.current.stored,
        save: (text, isLeaving) => current.current.save(text, isLeaving),
        isValid: (text) => current.current.isValid?.(text) ?? true,
        publish: (saved) => {
          setSaved(saved)
          setStoredAtSave(current.current.stored)
        },
        delayMs: options.delayMs,
      }),
  )
  useEffect(() => saveOnLeave(saver), [saver])
  // Once saved, the field shows changes of other devices. Trailing spaces stay while the field has focus.
  const isOther = options.stored !== storedAtSave && options.stored !== typed?.trim()
  if (typed !== undefined && isSaved === true && (!isFocused || isOther)) setTyped(undefined)
  return {
    value: typed ?? options.stored,
    change: (text) => {
      setFocused(true)
      setTyped(text)
      saver.type(text)
    },
    commit: () => {
      setFocused(false)
      saver.flush()
      if (!saver.hasUnsaved) setTyped(undefined)
    },
    isSaved,
  }
}

/** Phones may stop a hidden page without another event. */
function saveOnLeave(saver: FieldSaver): () => void {
  const leave = () => saver.leave()
  const hide = () => document.visibilityState === 'hidden' && saver.leave()
  window.addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', hide)
  return () => {
    window.removeEventListener('pagehide', leave)
    document.removeEventListener('visibilitychange', hide)
    saver.flush()
  }
}
