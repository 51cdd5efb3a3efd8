import { z } from "zod"
import { components } from "./answers.ts"
import type { Operation } from "./operation.ts"
import { operations } from "./operations.ts"

type Json = { readonly [key: string]: unknown }

const open = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "output" })
  return rest
}

/** A parameter is asked for only where its schema takes nothing in its place. */
const parameters = (schema: z.ZodObject, where: "query" | "path" | "header"): readonly Json[] =>
  Object.entries(schema.shape).map(([name, field]) => {
    const { description, ...shape } = open(field)
    return {
      name,
      in: where,
      required: !field.safeParse(undefined).success,
      ...(description === undefined ? {} : { description }),
      schema: shape,
      ...(shape.type === "array" ? { style: "form", explode: false } : {}),
    }
  })

const reference = (id: string): Json => ({ $ref: `#/components/schemas/${id}` })

const answer = (operation: Operation): Json => ({
  description: operation.answer.description,
  ...(operation.answer.headers === undefined
    ? {}
    : {
        headers: Object.fromEntries(
          Object.entries(operation.answer.headers).map(([name, description]) => [
            name,
            { description, schema: { type: "string" } },
          ]),
        ),
      }),
  content: {
    [operation.answer.media]:
      operation.answer.schema === undefined ? {} : { schema: reference(operation.answer.schema) },
  },
})

const described = (operation: Operation): Json => ({
  operationId: operation.id,
  summary: operation.summary,
  parameters: [
    ...parameters(operation.path, "path"),
    ...parameters(operation.query, "query"),
    ...(operation.headers === undefined ? [] : parameters(operation.headers, "header")),
  ],
  ...(operation.body === undefined
    ? {}
    : {
        requestBody: {
          required: operation.body.required,
          content: {
            [operation.body.media]:
              operation.body.schema === undefined ? {} : { schema: open(operation.body.schema) },
          },
        },
      }),
  responses: {
    [operation.answer.status]: answer(operation),
    default: {
      description: "A refusal: a stable id, one sentence, and the facts.",
      content: { "application/json": { schema: reference("Refusal") } },
    },
  },
})

const paths = (): Json => {
  const byPath: Record<string, Record<string, Json>> = {}
  for (const operation of operations) {
    byPath[operation.at] = { ...byPath[operation.at], [operation.method]: described(operation) }
  }
  return byPath
}

/** The OpenAPI 3.1 description of `/v1`, made from the same schemas that read its requests. */
export const openapi = (): Json => {
  const named = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(components)) named.add(schema, { id })
  const { schemas } = z.toJSONSchema(named, { io: "output", uri: (id) => `#/components/schemas/${id}` })
  return {
    openapi: "3.1.0",
    info: {
      title: "Crossing",
      version: "1",
      description: "One record of a conversation, and what crosses to a model.",
    },
    paths: paths(),
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
      ),
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "ACCESS_TOKEN, where it is set." },
      },
    },
    security: [{}, { token: [] }],
  }
}
