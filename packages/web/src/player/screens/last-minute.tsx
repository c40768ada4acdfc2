/** Offers ten more minutes when the sleep timer is about to end. Load lazily. */
import { IconMoon } from '@tabler/icons-react'
import { useT } from '../../lib/i18n.ts'
import { stayAwake } from '../player-actions.ts'

export function LastMinute() {
  const t = useT()
  return (
    <section
      aria-label={t('sleep.title')}
      className="flex flex-wrap items-center gap-2 px-3 pt-3 pb-1 text-[13px]"
    >
      <p role="status" className="flex flex-1 items-center gap-1.5 font-medium">
        <IconMoon size={17} className="shrink-0 text-mut" aria-hidden />
        <span>
          {t('sleep.lastMinute')}{' '}
          <span className="font-normal text-mut pointer-coarse:hidden">{t('sleep.anyKey')}</span>
        </span>
      </p>
      <button
        type="button"
        className="shrink-0 rounded-2xl bg-sunken px-3.5 py-1.5 whitespace-nowrap hover:bg-soft pointer-coarse:min-h-11"
        onClick={stayAwake}
      >
        {t('sleep.tenMore')}
      </button>
    </section>
  )
}
