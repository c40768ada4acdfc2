import { Suspense, useState } from 'react'
import { logOut } from '../../domain/log-out.ts'
import { useT } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/confirm.tsx'

/** Asks first; a guest is told what they would lose. */
export function LogOutButton({ isGuest }: { readonly isGuest: boolean }) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" className="btn pointer-coarse:h-11" onClick={() => setAsking(true)}>
        {t('auth.logout')}
      </button>
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title={t('auth.logoutTitle')}
            act={t('auth.logout')}
            onAct={() => void logOut()}
            onClose={() => setAsking(false)}
          >
            {isGuest ? t('auth.logoutGuest') : t('auth.logoutHelp')}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
