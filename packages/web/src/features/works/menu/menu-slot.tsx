import { Suspense, useEffect, useState } from 'react'
import { loadMoreWords } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { loadAfterFirstInput } from '../../../lib/load-after-first-input.ts'
import { listenForMenus, type MenuRequest } from './open-context-menu.ts'

/** Loads the menu together with its messages. */
const SubjectMenu = lazyPart(async () => {
  const [{ SubjectMenu }] = await Promise.all([import('./subject-menu.tsx'), loadMoreWords()])
  return SubjectMenu
})

/** Shows the context menu; its code is loaded after the first user input. */
export function MenuSlot() {
  const [press, setPress] = useState<MenuRequest>()
  useEffect(() => listenForMenus(setPress), [])
  useEffect(() => loadAfterFirstInput([SubjectMenu.load]), [])
  if (!press) return null
  return (
    <Suspense>
      <SubjectMenu
        key={press.at}
        press={press}
        // A later press may have replaced this menu.
        onClosed={() => setPress((now) => (now === press ? undefined : now))}
      />
    </Suspense>
  )
}
