import type { System } from '@koedana/contract/machine.ts'
import { useFormat } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { SectionHead } from '../section-head.tsx'

/** What the server complained about, the latest first. */
export function RecentErrors({ errors }: { readonly errors: System['recentErrors'] }) {
  const t = useT()
  const format = useFormat()
  return (
    <section aria-label={t('system.recentErrors')} className="mt-8">
      <SectionHead title={t('system.recentErrors')} help={t('system.recentErrorsHelp')} />
      {errors.length === 0 ? (
        <p className="rounded-card border border-dashed border-line p-5 text-sm text-mut">
          {t('system.recentErrorsNone')}
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface text-sm">
          {errors.map(({ at, level, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same complaint may be made twice in a millisecond
            <li key={`${at} ${index}`} className="flex flex-wrap gap-x-3 gap-y-1 px-4 py-3">
              <span className={level === 'warn' ? 'font-medium' : 'font-medium text-neg'}>
                {t(`logLevel.${level}`)}
              </span>
              <time dateTime={at} className="text-mut">
                {format.instant(at)}
              </time>
              <span className="min-w-0 basis-full break-words sm:flex-1 sm:basis-0">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
