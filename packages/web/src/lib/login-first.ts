/** What visitors are told who want what needs an account, and where they are led: to the login, and back. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useT } from './i18n.ts'
import { notify } from './notify.ts'

export function useLoginFirst(): () => void {
  const t = useT()
  const navigate = useNavigate()
  const { href } = useLocation()
  return () => {
    notify(t('message.pleaseLoginToContinue'), 'negative')
    void navigate({ to: '/auth/login', search: { redirect: href } })
  }
}
