import * as v from 'valibot'
import { expect, test } from 'vitest'
import { api } from './api.ts'
import { examples } from './examples.ts'
import type { Endpoint } from './kit/endpoint.ts'

const endpoints: Readonly<Record<string, Endpoint>> = api

test.each(Object.entries(examples))(
  'the example of %s fits its schemas',
  (operationId, { body, response }) => {
    const endpoint = endpoints[operationId]
    if (body !== undefined) expect(issuesOf(endpoint?.body, body)).toEqual([])
    if (response !== undefined) expect(issuesOf(endpoint?.response, response)).toEqual([])
  },
)

const issuesOf = (schema: v.GenericSchema | undefined, value: unknown): readonly string[] =>
  schema ? (v.safeParse(schema, value).issues ?? []).map(({ message }) => message) : ['no schema']
