import { lazy, Suspense, useEffect } from 'react'
import { closeCommands, openCommands, useCommanding } from '../../domain/commanding.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { onceAnybodyActs } from '../../lib/once-anybody-acts.ts'
import { useSettings } from '../../lib/settings.ts'
import { isTypingTarget } from '../../lib/typing-target.ts'

const Palette = lazyPart(() => import('./palette.tsx').then(({ Palette }) => Palette))
const ShortcutsSheet = lazy(() =>
  import('./shortcuts-sheet.tsx').then(({ ShortcutsSheet }) => ({ default: ShortcutsSheet })),
)

const LogOutDialog = lazy(() =>
  import('../../features/account/account-sections.tsx').then(({ LogOutDialog }) => ({
    default: LogOutDialog,
  })),
)

/**
 * Loads the command palette and the shortcut sheet. The palette is loaded after the first user input, the sheet when its key is pressed.
 */
export function CommandSlot() {
  const opened = useCommanding((now) => now.opened)
  useEffect(() => onceAnybodyActs([Palette.load]), [])
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <Suspense>
      {opened === 'palette' && <Palette />}
      {opened === 'shortcuts' && <ShortcutsSheet />}
      {opened === 'logOut' && <LogOutDialog onClose={closeCommands} />}
    </Suspense>
  )
}

/** The palette opens even from text fields; single-key shortcuts do not work there. */
function press(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
  const hasModifier = ctrlKey || metaKey || altKey
  if (ctrlKey !== metaKey && !altKey && !shiftKey && key.toLowerCase() === 'k') {
    event.preventDefault()
    if (useCommanding.getState().opened === 'palette') closeCommands()
    else if (!isInDialog(target)) openCommands('palette')
  } else if (!hasModifier && Object.hasOwn(single, key)) {
    if (isTypingTarget(target) || useSettings.getState().keys !== 'on') return
    event.preventDefault()
    single[key]?.()
  }
}

const single: Readonly<Record<string, () => void>> = {
  '?': () => openCommands('shortcuts'),
  '/': () => document.querySelector<HTMLInputElement>('input[aria-keyshortcuts="/"]')?.select(),
}

/** Excludes the large player, which is a dialog but uses the page's shortcuts. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('[role="dialog"]:not([data-full]), [role="alertdialog"]') !== null
