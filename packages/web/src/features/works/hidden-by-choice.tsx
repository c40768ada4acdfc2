import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { changeContentSettings } from '../../domain/content-settings.ts'
import { useMoreWords, useT } from '../../lib/i18n.ts'
import { entityLanguage } from '../../lib/name-language.rules.ts'
import { EmptyState, useDocumentTitle } from '../../ui/page.tsx'
import type { HiddenEntity } from './hidden.rules.ts'

export interface HiddenByChoiceProps {
  /** The matching exclusions, at least one. */
  readonly hidden: readonly HiddenEntity[]
}

/** Replaces a page that the user's exclusions hide, with a button to show it again. Load lazily: it is rarely needed. */
export function HiddenByChoice({ hidden }: HiddenByChoiceProps) {
  useMoreWords()
  const t = useT()
  useDocumentTitle(t('content.hiddenByChoice'))
  const show = ({ kind, entity }: HiddenEntity) =>
    void changeContentSettings(
      (now) => ({
        ...now,
        excluded: { ...now.excluded, [kind]: now.excluded[kind].filter(({ id }) => id !== entity.id) },
      }),
      'onceSaved',
    ).catch(() => undefined)
  return (
    <EmptyState title={t('content.hiddenByChoice')} icon={<IconEyeOff size={26} aria-hidden />} heading="h1">
      <ul className="flex flex-col gap-1">
        {hidden.map(({ kind, entity }) => (
          <li key={`${kind} ${entity.id}`}>
            {`${t(`kind.${kind}`)} · `}
            <span className="text-fg" lang={entityLanguage(kind, entity.name)}>
              {entity.name}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex max-w-full flex-wrap justify-center gap-2">
        {hidden.map((one) => (
          <button
            key={`${one.kind} ${one.entity.id}`}
            type="button"
            className="btn-primary max-w-full"
            onClick={() => show(one)}
          >
            <IconEye size={17} className="shrink-0" aria-hidden />
            <span className="truncate">{t('content.showAgain', { name: one.entity.name })}</span>
          </button>
        ))}
        <Link to="/settings" hash="content" className="btn h-10">
          {t('content.title')}
        </Link>
      </div>
    </EmptyState>
  )
}
