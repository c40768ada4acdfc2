import { lazy, Suspense, useEffect } from 'react'
import { closeCommandDialog, openCommandDialog, useCommandDialog } from '../../domain/command-dialog.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { loadAfterFirstInput } from '../../lib/load-after-first-input.ts'
import { useSettings } from '../../lib/settings.ts'
import { usesKeyPresses } from '../../lib/typing-target.ts'

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
  const opened = useCommandDialog((now) => now.opened)
  useEffect(() => loadAfterFirstInput([Palette.load]), [])
  useEffect(() => {
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
  return (
    <Suspense>
      {opened === 'palette' && <Palette />}
      {opened === 'shortcuts' && <ShortcutsSheet />}
      {opened === 'logOut' && <LogOutDialog onClose={closeCommandDialog} />}
    </Suspense>
  )
}

/** The palette opens even from text fields; single-key shortcuts do not work there. */
function handleKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
  const hasModifier = ctrlKey || metaKey || altKey
  if (ctrlKey !== metaKey && !altKey && !shiftKey && key.toLowerCase() === 'k') {
    event.preventDefault()
    if (useCommandDialog.getState().opened === 'palette') closeCommandDialog()
    else if (!isInDialog(target)) openCommandDialog('palette')
  } else if (!hasModifier && Object.hasOwn(singleKeyShortcuts, key)) {
    if (usesKeyPresses(target) || useSettings.getState().keys !== 'on') return
    event.preventDefault()
    singleKeyShortcuts[key]?.()
  }
}

const singleKeyShortcuts: Readonly<Record<string, () => void>> = {
  '?': () => openCommandDialog('shortcuts'),
  '/': () => document.querySelector<HTMLInputElement>('input[aria-keyshortcuts="/"]')?.select(),
}

/** Excludes the large player, which is a dialog but uses the page's shortcuts. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('[role="dialog"]:not([data-full]), [role="alertdialog"]') !== null
