import { endAllLinks } from '@koedana/contract/site-settings.ts'
import { IconLinkOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { ConfirmDialog } from '../../../ui/confirm.tsx'

/** A new secret for links to audio and covers. */
export function LinksSection() {
  const t = useT()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const end = () =>
    void call(endAllLinks, {})
      .then(() => notify(t('message.linksEnded'), 'positive'))
      .catch(() => undefined)
      // Whatever was read holds links that are over.
      .then(() => client.invalidateQueries())
  return (
    <section aria-label={t('links.title')} className="rounded-card border border-line bg-surface p-5">
      <h2 className="text-[17px] font-semibold tracking-tight">{t('links.title')}</h2>
      <p className="mt-0.5 mb-5 text-[13px] text-pretty text-mut">{t('links.help')}</p>
      <button type="button" className="btn" onClick={() => setAsking(true)}>
        <IconLinkOff size={16} aria-hidden />
        {t('links.end')}
      </button>
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            title={t('links.endTitle')}
            act={t('links.end')}
            onAct={end}
            onClose={() => setAsking(false)}
          >
            {t('links.endHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </section>
  )
}
