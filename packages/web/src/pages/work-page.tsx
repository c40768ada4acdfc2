import { useT } from '../lib/i18n.ts'

export function WorkPage() {
  const t = useT()
  return <h1 className="page-title">{t('works.title')}</h1>
}
