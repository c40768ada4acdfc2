import { AboutServer } from '../features/about/about-server.tsx'
import { useT } from '../lib/i18n.ts'
import { useDocumentTitle } from '../ui/page.tsx'

export function AboutPage() {
  const t = useT()
  useDocumentTitle(t('about.title'))
  return (
    <div className="max-w-2xl">
      <h1 className="page-title">{t('about.title')}</h1>
      <p className="mt-1 mb-6 text-mut">{t('about.tagline')}</p>
      <AboutServer />
      <p className="mt-2 text-sm text-mut">{t('about.offline')}</p>
    </div>
  )
}
