/**
 * Requests about templates and what they are answered.
 */
import type { Example } from "./Example.ts"

export const examples: Readonly<Record<string, Example>> = {
  "templates.create": {
    body: {
      definition: {
        body: {
          multiChannel: {
            template: "Hello {{0:variable}}, order {{1:variable}} is ready.",
            variables: [
              {
                id: 0,
                name: "name",
                type: "variable",
                props: {
                  variableType: "text",
                  sample: "Ada"
                }
              },
              {
                id: 1,
                name: "order",
                type: "variable",
                props: {
                  variableType: "text",
                  sample: "1815"
                }
              }
            ]
          }
        }
      },
      category: "UTILITY",
      language: "en_US"
    },
    data: {
      id: "01a202f4-d695-7000-b367-44b4f4557902",
      customer_id: "93d418dc-7543-4b83-8a96-44f530fd0dd2",
      name: "hello_order_is_ready_3",
      category: "UTILITY",
      language: "en_US",
      status: "DRAFT",
      channels: [
        "sms"
      ],
      variables: [
        "name"
      ],
      is_published: false,
      definition: {
        definitionVersion: "1.0",
        body: {
          multiChannel: {
            template: "Hello {{0:variable}}, order {{1:variable}} is ready.",
            type: "text",
            variables: [
              {
                id: 0,
                name: "name",
                type: "variable",
                props: {
                  variableType: "text",
                  sample: "sample"
                }
              }
            ]
          }
        }
      },
      created_at: "2026-11-22T11:12:09.877Z",
      updated_at: null
    }
  },
  "templates.list": {
    data: {
      templates: [
        {
          id: "01a202f4-d695-7000-b367-44b4f4557902",
          customer_id: "93d418dc-7543-4b83-8a96-44f530fd0dd2",
          name: "hello_order_is_ready_3",
          category: "UTILITY",
          language: "en_US",
          status: "DRAFT",
          channels: [
            "sms"
          ],
          variables: [
            "name"
          ],
          is_published: false,
          definition: {
            definitionVersion: "1.0",
            body: {
              multiChannel: {
                template: "Hello {{0:variable}}, order {{1:variable}} is ready.",
                type: "text",
                variables: [
                  {
                    id: 0,
                    name: "name",
                    type: "variable",
                    props: {
                      variableType: "text",
                      sample: "sample"
                    }
                  }
                ]
              }
            }
          },
          created_at: "2026-11-22T11:12:09.877Z",
          updated_at: null
        }
      ],
      pagination: {
        page: 1,
        page_size: 20,
        total_count: 1,
        total_pages: 1,
        has_more: false,
        cursors: null
      }
    }
  },
  "templates.get": {
    data: {
      id: "01a202f4-f050-7000-bbf1-a5caa0500e9c",
      customer_id: "ab47938c-b90d-4f9e-bb85-c4dcba325068",
      name: "hello",
      category: "UTILITY",
      language: "en_US",
      status: "DRAFT",
      channels: [
        "sms"
      ],
      variables: [
        "code"
      ],
      is_published: false,
      definition: {
        definitionVersion: "1.0",
        body: {
          multiChannel: {
            template: "Your code is {{0:variable}}",
            type: "text",
            variables: [
              {
                id: 0,
                name: "code",
                type: "variable",
                props: {
                  variableType: "text",
                  sample: "sample"
                }
              }
            ]
          }
        },
        header: {
          type: "text",
          template: "Hello"
        }
      },
      created_at: "2026-11-22T11:12:16.464Z",
      updated_at: null
    }
  },
  "templates.update": {
    body: {
      definition: {
        body: {
          multiChannel: {
            type: "text",
            template: "Your code is {{0:variable}}",
            variables: [
              {
                id: 0,
                name: "code",
                type: "variable",
                props: {
                  variableType: "text",
                  sample: "sample"
                }
              }
            ]
          }
        },
        header: {
          type: "text",
          template: "Hello"
        }
      },
      category: "UTILITY"
    },
    data: {
      id: "01a202f4-f04c-7000-a24c-d332b89ecd0f",
      customer_id: "ab47938c-b90d-4f9e-bb85-c4dcba325068",
      name: "your_code_is",
      category: "UTILITY",
      language: "en_US",
      status: "DRAFT",
      channels: [
        "sms"
      ],
      variables: [
        "code"
      ],
      is_published: false,
      definition: {
        definitionVersion: "1.0",
        body: {
          multiChannel: {
            template: "Your code is {{0:variable}}",
            type: "text",
            variables: [
              {
                id: 0,
                name: "code",
                type: "variable",
                props: {
                  variableType: "text",
                  sample: "sample"
                }
              }
            ]
          }
        },
        header: {
          type: "text",
          template: "Hello"
        }
      },
      created_at: "2026-11-22T11:12:16.460Z",
      updated_at: "2026-11-22T11:12:16.489Z"
    }
  },
  "templates.delete": {
    body: {
      delete_from_meta: true
    }
  }
}
