/** Creates a secret that is shown once, such as an app password or an API token. */
import { ApiError } from '@koedana/contract/kit/client.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useFreshProof } from '../../domain/fresh-proof.ts'
import { useT } from '../../lib/i18n.ts'
import { fieldFaults, validationText } from '../../lib/validation.ts'
import { Field } from '../../ui/field.tsx'
import { ReauthenticationFields } from '../../ui/proof-fields.tsx'

interface NewSecretFormProps<Created> {
  readonly label: string
  readonly act: string
  readonly create: (named: { readonly name: string; readonly password?: string }) => Promise<Created>
  readonly onCreated: (created: Created) => void
  /** Called after every attempt. */
  readonly onSettled: () => void
  readonly children: ReactNode
}

export function NewSecretForm<Created>({
  label,
  act,
  create,
  onCreated,
  onSettled,
  children,
}: NewSecretFormProps<Created>) {
  const t = useT()
  const proof = useFreshProof()
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setFault('required')
    try {
      onCreated(await create({ name, ...proof.body }))
      setName('')
      setFault(undefined)
      proof.settle()
    } catch (error) {
      // The client has shown all errors that do not belong to a field.
      if (error instanceof ApiError) setFault(fieldFaults(error)['body.name'])
      proof.settle(error)
    }
    onSettled()
  }
  return (
    <form className="flex max-w-md flex-col gap-4" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={label}
        value={name}
        maxLength={60}
        autoComplete="off"
        error={validationText(t, fault)}
        onChange={({ target }) => setName(target.value)}
      />
      {children}
      <ReauthenticationFields proof={proof} />
      <button type="submit" className="btn-primary self-start pointer-coarse:h-11" disabled={!proof.canAct}>
        {act}
      </button>
    </form>
  )
}
