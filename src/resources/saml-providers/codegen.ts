export const parents = { SamlService: 'contract#SamlService', SsoLoginInfo: 'contract#LoginInfo' };
