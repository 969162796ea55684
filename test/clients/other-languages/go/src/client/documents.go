package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"

	"github.com/machinebox/graphql"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
)

type sites struct {
	Titles     []string `json:"titles"`
	TotalCount int      `json:"totalCount"`
	Requests   int      `json:"requests"`
}

type fieldError struct {
	Title   string    `json:"title"`
	Sites   *struct{} `json:"sites"`
	Message string    `json:"message"`
}

// documentClient sends the operations of a file, which the schema has validated.
type documentClient struct {
	args   arguments
	schema *ast.Schema
	file   *ast.QueryDocument
	client *graphql.Client
}

// loadDocuments reads the SDL from the gateway, in the edition that gqlparser knows, and the file.
func loadDocuments(args arguments) documentClient {
	response, err := http.Get(args.SDLURL)
	must(err)
	defer response.Body.Close()
	sdl, err := io.ReadAll(response.Body)
	must(err)
	text, err := os.ReadFile(args.Documents)
	must(err)
	// gqlparser has an error type of its own: as `error`, its nil is not nil.
	schema, problem := gqlparser.LoadSchema(&ast.Source{Name: args.SDLURL, Input: string(sdl)})
	if problem != nil {
		must(problem)
	}
	file, problems := gqlparser.LoadQuery(schema, string(text))
	if problems != nil {
		must(problems)
	}
	return documentClient{args, schema, file, graphql.NewClient(args.URL)}
}

func (d documentClient) types() (names []string) {
	for name := range d.schema.Types {
		names = append(names, name)
	}
	return names
}

// sites reads all pages of a connection, two items each.
func (d documentClient) sites(ctx context.Context) (all sites) {
	var after *string
	for {
		request := d.request("OrganizationSites", "admin")
		request.Var("organizationId", d.args.OrganizationID)
		request.Var("after", after)
		var page struct {
			Organization struct {
				Sites struct {
					TotalCount int
					Edges      []struct{ Node struct{ Title string } }
					PageInfo   struct {
						HasNextPage bool
						EndCursor   *string
					}
				}
			}
		}
		must(d.client.Run(ctx, request, &page))
		list := page.Organization.Sites
		for _, edge := range list.Edges {
			all.Titles = append(all.Titles, edge.Node.Title)
		}
		all.Requests++
		all.TotalCount = list.TotalCount
		if !list.PageInfo.HasNextPage {
			return all
		}
		after = list.PageInfo.EndCursor
	}
}

// fieldError has the data beside the first error, which is all that the library gives.
func (d documentClient) fieldError(ctx context.Context) fieldError {
	var data struct {
		Organizations struct{ Nodes []fieldError }
	}
	err := d.client.Run(ctx, d.request("VisibleSites", "guest"), &data)
	found := data.Organizations.Nodes[0]
	found.Message = err.Error()
	return found
}

// rejection says why the schema rejects a document. Nothing is sent.
func (d documentClient) rejection(document string) string {
	_, problems := gqlparser.LoadQuery(d.schema, document)
	return problems.Error()
}

// request sends one operation: the library has no operation names.
func (d documentClient) request(operation string, user string) *graphql.Request {
	var text bytes.Buffer
	document := &ast.QueryDocument{Operations: ast.OperationList{d.file.Operations.ForName(operation)}}
	formatter.NewFormatter(&text).FormatQueryDocument(document)
	request := graphql.NewRequest(text.String())
	request.Header.Set("Authorization", "Bearer "+d.args.Tokens[user])
	return request
}
