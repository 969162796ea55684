export const parents = { OpenAPISpecContent: 'contract#OpenAPISpecContent' };
