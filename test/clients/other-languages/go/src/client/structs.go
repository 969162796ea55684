package main

import (
	"context"
	"net/http"

	"github.com/shurcooL/graphql"
)

type organization struct {
	ID           string   `json:"id"`
	Title        string   `json:"title"`
	EmailDomains []string `json:"emailDomains"`
}

type userError struct {
	Field   []string `json:"field"`
	Message string   `json:"message"`
	Code    string   `json:"code"`
}

// The library writes the names of these types into operations, as the types of variables.
type CreateChangeRequestCommentInput struct {
	ChangeRequestID graphql.ID       `json:"changeRequestId"`
	Body            CommentBodyInput `json:"body"`
}

type CommentBodyInput struct {
	Markdown string `json:"markdown"`
}

// structClient makes each operation of the struct that takes its data.
type structClient struct{ client *graphql.Client }

func newStructClient(url string, token string) structClient {
	return structClient{graphql.NewClient(url, &http.Client{Transport: bearer{token}})}
}

func (s structClient) organizations(ctx context.Context) []organization {
	var query struct {
		Organizations struct{ Nodes []organization } `graphql:"organizations(first: $first)"`
	}
	must(s.client.Query(ctx, &query, map[string]interface{}{"first": graphql.Int(10)}))
	return query.Organizations.Nodes
}

func (s structClient) createComment(ctx context.Context, changeRequestID string) (string, []userError) {
	var mutation struct {
		CreateChangeRequestComment struct {
			Comment    *struct{ Body struct{ Markdown string } }
			UserErrors []userError
		} `graphql:"createChangeRequestComment(input: $input)"`
	}
	input := CreateChangeRequestCommentInput{ChangeRequestID: changeRequestID, Body: CommentBodyInput{Markdown: "From Go"}}
	must(s.client.Mutate(ctx, &mutation, map[string]interface{}{"input": input}))
	payload := mutation.CreateChangeRequestComment
	if payload.Comment == nil {
		return "", payload.UserErrors
	}
	return payload.Comment.Body.Markdown, payload.UserErrors
}
