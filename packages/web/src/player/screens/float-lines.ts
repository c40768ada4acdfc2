/** The line that is spoken, in a small window above all others, where the browser has such windows. */
import { usePlayer } from '../player-store.ts'
import { type Line, lineAt } from './lines.rules.ts'

interface FloatingWindows {
  readonly requestWindow: (size: { readonly width: number; readonly height: number }) => Promise<Window>
}

declare global {
  interface Window {
    readonly documentPictureInPicture?: FloatingWindows
  }
}

export const canFloat = (): boolean => window.documentPictureInPicture !== undefined

/** `later`: seconds by which the lines come later than they say. */
export async function floatLines(lines: readonly Line[], later: number): Promise<void> {
  const floating = await window.documentPictureInPicture?.requestWindow({ width: 420, height: 140 })
  if (!floating) return
  const { body } = floating.document
  Object.assign(body.style, {
    margin: '0',
    display: 'grid',
    placeContent: 'center',
    height: '100vh',
    background: '#10151c',
    color: '#eef2f6',
    textAlign: 'center',
    font: '600 22px/1.4 system-ui, sans-serif',
    whiteSpace: 'pre-line',
  })
  const show = () => {
    const line = lines[lineAt(lines, usePlayer.getState().time, later)]
    body.textContent = line ? [line.text, line.second].filter(Boolean).join('\n') : '…'
  }
  show()
  const stop = usePlayer.subscribe(show)
  floating.addEventListener('pagehide', stop)
}
