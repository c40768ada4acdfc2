import { useEffect, useRef, useState } from 'react'
import { type FieldPorts, FieldSaver } from './field-saver.ts'

export interface AutosaveOptions {
  /** The text as the server has it. */
  readonly stored: string
  readonly save: FieldPorts['save']
  /** Saves while typing too, after a pause. Names leave it out: half a name is not saved. */
  readonly delayMs?: number
  /** Texts that are never saved; the field shows the stored one again once it is left. */
  readonly isValid?: FieldPorts['isValid']
}

export interface Autosave {
  readonly value: string
  readonly change: (text: string) => void
  /** Saves now: call it when the field loses focus, and at Enter. */
  readonly commit: () => void
  /** Whether everything that was typed is saved; undefined if nothing was typed. */
  readonly isSaved: boolean | undefined
}

/**
 * Saves a field by itself: after a pause in typing, when it is left, when its component is removed, and when the page is hidden
 * or closed. A text that was not saved stays in the field.
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
  // Once it is saved, the field shows what other devices write. Spaces at the end stay while somebody types.
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

/** Phones may end a hidden page without another event. */
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
