import { lazy, Suspense, useEffect, useState } from 'react'
import { listenForMenus, type Press } from './listen.ts'

const SubjectMenu = lazy(() =>
  import('./subject-menu.tsx').then(({ SubjectMenu }) => ({ default: SubjectMenu })),
)

/** The context menu's place. The menu itself comes with the first press. */
export function MenuSlot() {
  const [press, setPress] = useState<Press>()
  useEffect(() => listenForMenus(setPress), [])
  if (!press) return null
  return (
    <Suspense>
      <SubjectMenu
        key={press.at}
        press={press}
        // A later press may have taken its place.
        onClosed={() => setPress((now) => (now === press ? undefined : now))}
      />
    </Suspense>
  )
}
