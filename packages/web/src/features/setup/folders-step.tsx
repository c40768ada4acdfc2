import { listSetupFolders, maxSetupFolders } from '@koedana/contract/setup.ts'
import type { FolderPage } from '@koedana/contract/storages.ts'
import { ageCategories } from '@koedana/contract/values.ts'
import { IconX } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { setupQuery } from '../../domain/about-query.ts'
import { call } from '../../domain/api.ts'
import { quietClient } from '../../domain/quiet-client.ts'
import { useT } from '../../lib/i18n.ts'
import { fieldFaults, validationText } from '../../lib/validation.ts'
import { LabeledControl, SegmentedControl } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { countsOf, FolderBrowser, isKnownEmpty } from '../../ui/folder-browser.tsx'
import type { Beginning, ChosenFolder, Draft } from './setup-draft.ts'
import type { SetupFaults } from './setup-faults.rules.ts'
import { Step, StepFoot } from './step.tsx'

export interface FoldersStepProps {
  readonly code: string
  readonly folders: readonly ChosenFolder[]
  readonly open: Draft['open']
  readonly fault: SetupFaults['folder']
  readonly onBack: () => void
  readonly onOpen: (open: Draft['open']) => void
  readonly onChange: (folders: readonly ChosenFolder[]) => void
  readonly onDone: (beginning: Beginning, folders: readonly ChosenFolder[]) => void
}

/** Selects the folders of works, by browsing or typing, and shows what they contain. */
export function FoldersStep({
  code,
  folders,
  open,
  fault,
  onBack,
  onOpen,
  onChange,
  onDone,
}: FoldersStepProps) {
  const t = useT()
  const { ageCategory } = open
  const folder = useFolderPath(code, open.path, (path) => onOpen({ path, ageCategory }))
  const others = folders.filter((_, at) => at !== fault?.at)
  const isTyped = folder.typed.trim() !== ''
  /** Returns all chosen folders, including the open one. Undefined if the open folder cannot be read or turns out to be empty. */
  const withOpen = async () => {
    if (!isTyped) return others
    const page = await folder.look()
    if (!page?.path) return undefined
    const found = countsOf(t, page)
    // A mistyped path often exists: the user sees that it is empty before it is used.
    if (isKnownEmpty(page) && folder.page?.path !== page.path) return undefined
    return [...others.filter(({ path }) => path !== page.path), { path: page.path, ageCategory, found }]
  }
  const act = (then: (chosen: readonly ChosenFolder[]) => void) => async () => {
    const chosen = await withOpen()
    if (chosen) then(chosen)
  }
  const addAnother = act((chosen) => {
    folder.clear()
    onChange(chosen)
  })
  const goOn = act((chosen) => onDone('folders', chosen))
  return (
    <Step title={t('setup.folder')} help={t('setup.folderHelp')}>
      {others.length > 0 && (
        <ChosenFolders
          folders={others}
          onRemove={(path) => onChange(folders.filter((one) => one.path !== path))}
        />
      )}
      <form
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void goOn()
        }}
      >
        <Field
          label={t('setup.folderPath')}
          placeholder="/media/voice"
          spellCheck={false}
          autoCapitalize="none"
          value={folder.typed}
          onChange={({ target }) => folder.type(target.value)}
          error={folder.error ?? (folder.isTouched ? undefined : validationText(t, fault?.message))}
        />
        <FolderBrowser page={folder.page} isStale={folder.isStale} error={undefined} onOpen={folder.open} />
        <p className="text-[13px] font-medium text-acc empty:hidden" role="status">
          {folder.page && folder.page.path !== null && foundWords(t, folder.page)}
        </p>
        <LabeledControl label={t('setup.folderAge')} help={t('setup.folderAgeHelp')}>
          <SegmentedControl
            label={t('setup.folderAge')}
            value={ageCategory}
            options={ageCategories.map((value) => ({ value, label: t(`age.${value}`) }))}
            onChange={(next) => onOpen({ path: open.path, ageCategory: next })}
          />
        </LabeledControl>
        <StepFoot onBack={onBack}>
          {isTyped && others.length + 1 < maxSetupFolders && (
            <button type="button" className="btn h-11" onClick={() => void addAnother()}>
              {t('setup.another')}
            </button>
          )}
          <button type="submit" className="btn-primary h-11 flex-1" disabled={folder.isLooking}>
            {t(isTyped ? 'setup.useFolder' : others.length > 0 ? 'setup.next' : 'setup.noFolder')}
          </button>
        </StepFoot>
      </form>
      <OtherBeginnings onChoose={(beginning) => onDone(beginning, others)} />
    </Step>
  )
}

/** Returns undefined for a folder that could not be counted in time. */
function foundWords(t: ReturnType<typeof useT>, page: FolderPage): string | undefined {
  return countsOf(t, page) ?? (isKnownEmpty(page) ? t('setup.foundNothing') : undefined)
}

const lookQuery = (code: string, path: string | undefined) =>
  queryOptions({
    queryKey: ['setup', 'folders', code, path],
    queryFn: ({ signal }) => call(listSetupFolders, { body: { code, path } }, signal),
    retry: false,
    staleTime: 10_000,
  })

const typingPauseMs = 500
const callQuietly = quietClient()

/** Returns the open folder and the typed path. */
function useFolderPath(code: string, typed: string, onType: (path: string) => void) {
  const t = useT()
  const client = useQueryClient()
  const [path, setPath] = useState<string>()
  const [error, setError] = useState<string>()
  const [isLooking, setLooking] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const { data: page, isPlaceholderData: isStale } = useQuery({
    ...lookQuery(code, path),
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === '' || wanted === page?.path) return
    // The folder browser follows the typed path. An incomplete path is an error only on submit.
    const timer = setTimeout(() => {
      void callQuietly(listSetupFolders, { body: { code, path: wanted } }).then(
        (found) => {
          client.setQueryData(lookQuery(code, wanted).queryKey, found)
          setPath(wanted)
        },
        () => undefined,
      )
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [client, code, typed, page?.path])
  const begin = (next: string) => {
    onType(next)
    setError(undefined)
    setTouched(true)
  }
  const open = (next: string | null) => {
    begin(next ?? '')
    setPath(next ?? undefined)
  }
  const inspect = async (): Promise<FolderPage | undefined> => {
    setLooking(true)
    try {
      const found = await client.fetchQuery(lookQuery(code, typed.trim()))
      setPath(typed.trim())
      return found
    } catch (cause) {
      setError(validationText(t, fieldFaults(cause)['body.path']))
      // Another user may have completed the setup.
      void client.invalidateQueries({ queryKey: setupQuery().queryKey, exact: true })
      return undefined
    } finally {
      setLooking(false)
    }
  }
  return {
    typed,
    type: begin,
    page,
    isStale,
    error,
    isLooking,
    isTouched,
    open,
    look: inspect,
    clear: () => open(null),
  }
}

interface ChosenProps {
  readonly folders: readonly ChosenFolder[]
  readonly onRemove: (path: string) => void
}

function ChosenFolders({ folders, onRemove }: ChosenProps) {
  const t = useT()
  return (
    <ul className="divide-y divide-line rounded-card border border-line" aria-label={t('setup.chosen')}>
      {folders.map(({ path, found, ageCategory }) => (
        <li key={path} className="flex items-center gap-2.5 px-3 py-1 text-[13px]">
          <span className="min-w-0 flex-1 py-1">
            <span className="block wrap-anywhere">{path}</span>
            <span className="block text-mut">
              {[found, t(`age.${ageCategory}`)].filter((part) => part !== undefined).join(' · ')}
            </span>
          </span>
          <button
            type="button"
            className="btn-icon size-9 shrink-0 pointer-coarse:size-11"
            aria-label={t('setup.removeFolder', { path })}
            onClick={() => onRemove(path)}
          >
            <IconX size={16} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Alternatives for users without a folder. */
function OtherBeginnings({ onChoose }: { readonly onChoose: (beginning: Beginning) => void }) {
  const t = useT()
  return (
    <ul className="flex flex-col gap-2 border-t border-line pt-4">
      {(['demo', 'moving'] as const).map((beginning) => (
        <li key={beginning}>
          <button
            type="button"
            className="flex min-h-11 w-full flex-col rounded-card border border-line px-4 py-2.5 text-left hover:bg-sunken"
            onClick={() => onChoose(beginning)}
          >
            <span className="text-sm font-medium">{t(`setup.${beginning}`)}</span>
            <span className="text-[12.5px] text-pretty text-mut">{t(`setup.${beginning}Help`)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
