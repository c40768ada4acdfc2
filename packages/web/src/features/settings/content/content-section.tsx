import { listEntities } from '@koedana/contract/entities.ts'
import { ageFilterModes, type EntityKind, entityKinds, policies } from '@koedana/contract/values.ts'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../domain/api.ts'
import { type ContentChoices, type HiddenEntityChoice, maxHidden } from '../../../domain/content-choices.ts'
import { changeContentSettings, useContentSettings } from '../../../domain/content-settings.ts'
import { useUser } from '../../../domain/session.ts'
import { useT } from '../../../lib/i18n.ts'
import { useAutosave } from '../../../lib/use-autosave.ts'
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts'
import { ChoiceList } from '../../../ui/choices.tsx'
import { Skeleton } from '../../../ui/page.tsx'
import { SelectMenu } from '../../../ui/select-menu.tsx'

/** Mostly below the fold: skips rendering it when the language or theme changes. */
const offscreenStyle = { contentVisibility: 'auto', containIntrinsicBlockSize: 'auto 730px' } as const

/** Settings for listed, blurred and hidden content; each choice is explained by an example. */
export function ContentSection() {
  const t = useT()
  const user = useUser()
  const value = useContentSettings()
  const save = (patch: Partial<ContentChoices>): Promise<boolean> =>
    changeContentSettings((now) => ({ ...now, ...patch })).then(
      () => true,
      () => false,
    )
  return (
    <section id="content" className="scroll-mt-16 border-t border-line py-6">
      <h2 className="text-[15px] font-semibold">{t('content.title')}</h2>
      <p className="mt-0.5 mb-5 text-[13px] text-mut">
        {user ? t('content.ceiling', { age: t(`age.${user.ageRestriction}`) }) : t('content.visitor')}
      </p>
      {!value && (
        // As high as the content, to avoid a layout shift.
        <div style={{ height: 900 }}>
          <Skeleton className="h-60 w-full rounded-card!" />
        </div>
      )}
      {value && (
        // `content-visibility` clips at the edges, so focus rings need padding.
        <div className="-mx-2 -mb-2 flex flex-col gap-7 px-2 pb-2" style={offscreenStyle}>
          <ChoiceList
            label={t('content.policy')}
            value={value.policy}
            options={policies.map((policy) => ({
              value: policy,
              label: t(`policy.${policy}`),
              help: t(`policy.${policy}Help`),
            }))}
            onChange={(policy) => void save({ policy })}
          />
          <ChoiceList
            label={t('content.ageFilterMode')}
            value={value.ageFilterMode}
            options={ageFilterModes.map((mode) => ({
              value: mode,
              label: t(`ageFilterMode.${mode}`),
              help: t(`ageFilterMode.${mode}Help`),
            }))}
            onChange={(ageFilterMode) => void save({ ageFilterMode })}
          />
          {value.policy === 'strict' && value.ageFilterMode === 'adults_only' && (
            <p className="rounded-card bg-soft px-4 py-3 text-sm" role="status">
              {t('content.nothingLeft')}
            </p>
          )}
          <HiddenEntities excluded={value.excluded} onChange={(excluded) => save({ excluded })} />
          <FilterDefaults value={value.filterDefaults} onClear={() => void save({ filterDefaults: {} })} />
        </div>
      )}
    </section>
  )
}

type Excluded = ContentChoices['excluded']

interface HiddenEntitiesProps {
  readonly excluded: Excluded
  /** Resolves with whether it was saved. */
  readonly onChange: (excluded: Excluded) => Promise<boolean>
}

function HiddenEntities({ excluded, onChange }: HiddenEntitiesProps) {
  const t = useT()
  const replace = (kind: EntityKind, hidden: HiddenEntityChoice[]) =>
    onChange({ ...excluded, [kind]: hidden })
  return (
    <div>
      <h3 className="text-[13px] font-medium">{t('content.hidden')}</h3>
      <p className="mt-0.5 mb-3 text-[12.5px] text-mut">{t('content.hiddenHelp')}</p>
      <HideEntity
        onPick={(kind, entity) => {
          const known = excluded[kind].some(({ id }) => id === entity.id)
          if (!known && excluded[kind].length < maxHidden) void replace(kind, [...excluded[kind], entity])
        }}
      />
      <ul className="mt-3 flex flex-col gap-2">
        {entityKinds.flatMap((kind) =>
          excluded[kind].map((hidden) => (
            <HiddenRow
              key={`${kind} ${hidden.id}`}
              kind={kind}
              hidden={hidden}
              onReason={(reason) =>
                replace(
                  kind,
                  excluded[kind].map((one) => (one.id === hidden.id ? { ...one, reason } : one)),
                )
              }
              onShow={() =>
                void replace(
                  kind,
                  excluded[kind].filter(({ id }) => id !== hidden.id),
                )
              }
            />
          )),
        )}
      </ul>
    </div>
  )
}

interface HiddenRowProps {
  readonly kind: EntityKind
  readonly hidden: HiddenEntityChoice
  /** Resolves with whether it was saved. */
  readonly onReason: (reason: string) => Promise<boolean>
  readonly onShow: () => void
}

const maxReasonLength = 200

function HiddenRow({ kind, hidden, onReason, onShow }: HiddenRowProps) {
  const t = useT()
  const { name, reason = '' } = hidden
  const { value, change, commit } = useAutosave({ stored: reason, save: onReason })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface py-2 pr-2 pl-4 text-sm">
      <span className="min-w-40 flex-1">
        <span className="font-medium">{name}</span> <span className="text-mut">{t(`filter.${kind}`)}</span>
      </span>
      <input
        className="input w-auto! min-w-40 flex-1 pointer-coarse:h-11"
        aria-label={t('content.reasonFor', { name })}
        placeholder={t('content.reason')}
        maxLength={maxReasonLength}
        value={value}
        onChange={({ target }) => change(target.value)}
        onBlur={commit}
      />
      <button
        type="button"
        className="btn-icon pointer-coarse:size-11"
        aria-label={t('content.showAgain', { name })}
        onClick={onShow}
      >
        <IconX size={17} aria-hidden />
      </button>
    </li>
  )
}

interface FilterDefaultsProps {
  readonly value: ContentChoices['filterDefaults']
  readonly onClear: () => void
}

/** Shows the default filter of the work list and a button to clear it. It is set on the list itself. */
function FilterDefaults({ value, onClear }: FilterDefaultsProps) {
  const t = useT()
  const count = Object.values(value).filter((field) => field !== undefined).length
  return (
    <div>
      <h3 className="text-[13px] font-medium">{t('content.defaults')}</h3>
      <p className="mt-0.5 mb-3 text-[12.5px] text-mut">
        {count > 0 ? t('content.defaultsCount', { count }) : t('content.defaultsHelp')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to="/works" search={value} className="btn pointer-coarse:h-11">
          {count > 0 ? t('content.defaultsShow') : t('content.defaultsChoose')}
        </Link>
        {count > 0 && (
          <button type="button" className="btn pointer-coarse:h-11" onClick={onClear}>
            {t('content.defaultsClear')}
          </button>
        )}
      </div>
    </div>
  )
}

interface HideEntityProps {
  readonly onPick: (kind: EntityKind, entity: HiddenEntityChoice) => void
}

const typingMs = 200
const maxFound = 6

function HideEntity({ onPick }: HideEntityProps) {
  const t = useT()
  const [kind, setKind] = useState<EntityKind>('genres')
  const [text, setText] = useState('')
  const q = useDebouncedValue(text.trim(), typingMs)
  const { data } = useQuery({
    queryKey: ['hide', kind, q],
    queryFn: ({ signal }) =>
      call(listEntities, { params: { kind }, query: { q, pageSize: maxFound } }, signal),
    enabled: q !== '',
  })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <SelectMenu
          label={t('content.kind')}
          value={kind}
          options={entityKinds.map((value) => ({ value, label: t(`filter.${value}`) }))}
          onChange={setKind}
        />
        <input
          type="search"
          className="input min-w-48 flex-1 pointer-coarse:h-11"
          aria-label={t('content.find')}
          placeholder={t('content.find')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      {q !== '' && (
        <ul className="flex flex-wrap gap-2" aria-live="polite">
          {data?.items.map((entity) => (
            <li key={entity.id}>
              <button
                type="button"
                className="chip pointer-coarse:h-11"
                onClick={() => {
                  onPick(kind, { id: entity.id, name: entity.name })
                  setText('')
                }}
              >
                {t('content.hideName', { name: entity.name })}
              </button>
            </li>
          ))}
          {data?.items.length === 0 && <li className="text-[13px] text-mut">{t('filter.nothing')}</li>}
        </ul>
      )}
    </div>
  )
}
