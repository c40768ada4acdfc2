import clsx from 'clsx'
import { type InputHTMLAttributes, useEffect, useRef, useState } from 'react'
import { useDebouncedValue } from '../lib/use-debounced-value.ts'

export interface SettledFieldProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onKeyDown'> {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** A search field that reports its text once typing pauses, and follows the browser history. */
export function DebouncedField({ label, value, onChange, className, ...input }: SettledFieldProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const settled = useDebouncedValue(text.trim(), 200)
  useEffect(() => {
    // The value that was sent arrives back; more may have been typed in the meantime.
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typed text changes the URL
  useEffect(() => {
    if (settled === sent.current) return
    sent.current = settled
    onChange(settled)
  }, [settled])
  return (
    <input
      type="search"
      className={clsx('input min-w-0 rounded-full', className)}
      aria-label={label}
      placeholder={label}
      maxLength={500}
      value={text}
      onChange={(event) => setText(event.target.value)}
      {...input}
    />
  )
}
